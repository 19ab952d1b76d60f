// d[i] = u[i + 1] - u[i]: a halo after each window only.
@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read_write> d: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x + 1u < arrayLength(&u)) {
        d[id.x] = u[id.x + 1u] - u[id.x];
    }
}
