// workgroupUniformLoad decides a loop count for the whole workgroup.
var<workgroup> rounds: u32;
var<workgroup> value: array<u32, 8>;
@group(0) @binding(0) var<storage, read> counts: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) k: u32,
    @builtin(global_invocation_id) id: vec3<u32>,
) {
    if (k == 0u) {
        rounds = counts[group.x];
    }
    value[k] = id.x;
    let n = workgroupUniformLoad(&rounds);
    for (var r = 0u; r < n; r++) {
        let other = value[(k + 1u) % 8u];
        workgroupBarrier();
        value[k] += other;
        workgroupBarrier();
    }
    dst[id.x] = value[k];
}
