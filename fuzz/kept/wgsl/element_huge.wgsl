@group(0) @binding(0) var<storage, read_write> e: array<array<u32, 300000000>>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
e[id.x][3] = 1u;
}
