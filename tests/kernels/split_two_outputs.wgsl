// Two outputs with different numbers of elements an invocation, and an untouched tail.
@group(0) @binding(0) var<storage, read_write> pairs: array<u32>;
@group(0) @binding(1) var<storage, read_write> singles: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    pairs[2u * id.x] = id.x;
    pairs[2u * id.x + 1u] = id.x + 500u;
    singles[id.x] = -i32(id.x);
}
