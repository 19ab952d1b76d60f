@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
let a = -2147483648; d[u32(i32(id.x) / -1 + a)] = u32(a / -1);
}
