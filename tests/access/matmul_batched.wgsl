// A batch of products along z. With a batch of one, z is no axis to cut, and rows are.
struct Dims { m: u32, n: u32, k: u32, batch: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(8, 8, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= dims.n || id.y >= dims.m || id.z >= dims.batch) {
        return;
    }
    let a0 = id.z * dims.m * dims.k + id.y * dims.k;
    let b0 = id.z * dims.k * dims.n + id.x;
    var sum = 0.0;
    for (var i = 0u; i < dims.k; i++) {
        sum += a[a0 + i] * b[b0 + i * dims.n];
    }
    c[(id.z * dims.m + id.y) * dims.n + id.x] = sum;
}
