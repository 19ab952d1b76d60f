@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(1) fn other() { d[1] = 2u; }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
d[0] = 1u;
}
