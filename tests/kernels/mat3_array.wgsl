// array<mat3x3<f32>>: whole matrices are loaded, multiplied and stored.
@group(0) @binding(0) var<storage, read> a: array<mat3x3<f32>>;
@group(0) @binding(1) var<storage, read_write> b: array<mat3x3<f32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&a)) {
        return;
    }
    b[id.x] = transpose(a[id.x]) + a[id.x] * 2.0;
}
