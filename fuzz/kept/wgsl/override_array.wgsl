@group(0) @binding(0) var<storage, read_write> d: array<u32>;
override n: u32; var<workgroup> w: array<u32, n>;
@compute @workgroup_size(n)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
w[id.x] = 1u; d[id.x] = w[0];
}
