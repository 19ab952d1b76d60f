// All five builtins as separate arguments.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(32)
fn main(
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
    @builtin(global_invocation_id) id: vec3<u32>,
) {
    dst[id.x] = groups.x * 1000000u + group.x * 10000u + local.x * 100u + index + id.x * 7u;
}
