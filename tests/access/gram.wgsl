// transpose(a) * a: columns with columns, all of a for everyone.
struct Dims { rows: u32, cols: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> g: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= dims.cols || id.y >= dims.cols) {
        return;
    }
    var sum = 0.0;
    for (var r = 0u; r < dims.rows; r++) {
        sum += a[r * dims.cols + id.y] * a[r * dims.cols + id.x];
    }
    g[id.y * dims.cols + id.x] = sum;
}
