// 8 x 8 workgroups that are numbered linearly and then use local_invocation_index: 64 consecutive elements each.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8, 8)
fn main(
    @builtin(workgroup_id) wg: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let tile = wg.x + wg.y * groups.x;
    let at = tile * 64u + lane;
    if (at < arrayLength(&dst)) {
        dst[at] = src[at] ^ 0x5a5a5a5au;
    }
}
