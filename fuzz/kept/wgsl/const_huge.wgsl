@group(0) @binding(0) var<storage, read_write> d: array<u32>;
const c = array<u32, 100000>();
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
d[0] = c[5];
}
