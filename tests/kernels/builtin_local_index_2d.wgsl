// local_invocation_index of a 2-D workgroup; each workgroup writes one contiguous block.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8, 4)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let block = group.y * groups.x + group.x;
    dst[block * 32u + index] = block * 1000u + local.y * 10u + local.x;
}
