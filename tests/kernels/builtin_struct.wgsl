// All five builtins in one struct argument, in another order.
struct Input {
    @builtin(local_invocation_index) index: u32,
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(in: Input) {
    dst[in.id.x] = in.groups.x + in.group.x * 100u + in.local.x * 10000u + in.index * 1000000u;
}
