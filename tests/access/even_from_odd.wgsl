// In place, but only even elements are written and only odd ones are read around them: no chunk reads what another one
// writes, by the remainder of the index.
@group(0) @binding(0) var<storage, read_write> a: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = 2u * id.x + 2u;
    if (i + 1u >= arrayLength(&a)) {
        return;
    }
    a[i] = 0.5 * (a[i - 1u] + a[i + 1u]);
}
