// c = a * transpose(b): along y rows of a, along x rows of b. One workgroup in y leaves only x, where c comes in columns.
struct Dims { m: u32, n: u32, k: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.y >= dims.m || id.x >= dims.n) {
        return;
    }
    var sum = 0.0;
    for (var i = 0u; i < dims.k; i++) {
        sum += a[id.y * dims.k + i] * b[id.x * dims.k + i];
    }
    c[id.y * dims.n + id.x] = sum;
}
