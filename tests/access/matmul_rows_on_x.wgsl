// The same with rows on the x axis of the grid, so that x is the axis to cut.
struct Dims { m: u32, n: u32, k: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) global_id: vec3<u32>) {
    if (global_id.x >= dims.m || global_id.y >= dims.n) {
        return;
    }
    var result = 0.0;
    for (var i = 0u; i < dims.k; i = i + 1u) {
        let at = i + global_id.x * dims.k;
        let bt = global_id.y + i * dims.n;
        result = result + a[at] * b[bt];
    }
    c[global_id.y + global_id.x * dims.n] = result;
}
