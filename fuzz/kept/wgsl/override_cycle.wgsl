@group(0) @binding(0) var<storage, read_write> d: array<u32>;
override a: u32 = b; override b: u32 = a;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
d[a] = 1u;
}
