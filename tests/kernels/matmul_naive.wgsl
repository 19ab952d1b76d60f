// A plain matrix product with exact values: rows of a and c, all of b.
struct Dims {
    m: u32,
    n: u32,
    k: u32,
}

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> dims: Dims;

@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.y >= dims.m || id.x >= dims.n) {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < dims.k; k++) {
        sum += a[id.y * dims.k + k] * b[k * dims.n + id.x];
    }
    c[id.y * dims.n + id.x] = sum;
}
