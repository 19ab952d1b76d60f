@group(0) @binding(0) var<storage, read_write> e: array<u32, 4294967295>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
e[id.x] = 1u;
}
