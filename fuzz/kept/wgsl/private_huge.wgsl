@group(0) @binding(0) var<storage, read_write> d: array<u32>;
var<private> big: array<u32, 4000000>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
big[id.x] = 1u; d[0] = big[3];
}
