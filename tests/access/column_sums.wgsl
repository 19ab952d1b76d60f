// Sums of the columns of a matrix: a column for each invocation, read with the row pitch.
struct Dims { rows: u32, cols: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> m: array<f32>;
@group(0) @binding(2) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= dims.cols) {
        return;
    }
    var sum = 0.0;
    for (var r = 0u; r < dims.rows; r++) {
        sum += m[r * dims.cols + id.x];
    }
    sums[id.x] = sum;
}
