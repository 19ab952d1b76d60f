// Workgroups of a single invocation.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) zero: u32) {
    dst[id.x] = id.x * 17u + zero;
}
