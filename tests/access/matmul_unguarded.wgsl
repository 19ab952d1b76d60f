// Square matrices, no guards: right where the grid is exact. Where it is rounded up, columns past the edge write into the
// next row, which another chunk writes.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> n: u32;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var sum = 0.0;
    for (var k = 0u; k < n; k++) {
        sum = fma(a[id.y * n + k], b[k * n + id.x], sum);
    }
    c[id.y * n + id.x] = sum; // refused: c
}
