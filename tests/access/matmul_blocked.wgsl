// Register-blocked: 4 x 4 results for each invocation, edges guarded when they are stored.
struct Dims { m: u32, n: u32, k: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row0 = id.y * 4u;
    let col0 = id.x * 4u;
    var acc: array<array<f32, 4>, 4>;
    for (var k = 0u; k < dims.k; k++) {
        for (var i = 0u; i < 4u; i++) {
            let row = min(row0 + i, dims.m - 1u);
            let left = a[row * dims.k + k];
            for (var j = 0u; j < 4u; j++) {
                let col = min(col0 + j, dims.n - 1u);
                acc[i][j] += left * b[k * dims.n + col];
            }
        }
    }
    for (var i = 0u; i < 4u; i++) {
        for (var j = 0u; j < 4u; j++) {
            if (row0 + i < dims.m && col0 + j < dims.n) {
                c[(row0 + i) * dims.n + col0 + j] = acc[i][j];
            }
        }
    }
}
