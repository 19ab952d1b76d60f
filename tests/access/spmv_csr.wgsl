// Sparse matrix times vector: rows of pointers with the next one, everything behind them depends on data.
@group(0) @binding(0) var<storage, read> row_pointers: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> entries: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x;
    if (row >= arrayLength(&y)) {
        return;
    }
    var sum = 0.0;
    for (var e = row_pointers[row]; e < row_pointers[row + 1u]; e++) {
        sum += entries[e] * x[columns[e]];
    }
    y[row] = sum;
}
