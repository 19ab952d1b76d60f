// Sparse product with a fixed number of entries a row, stored by columns: entries are read interleaved, x at data's will.
struct Shape { rows: u32, width: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> entries: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= shape.rows) {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < shape.width; k++) {
        let at = k * shape.rows + id.x;
        sum += entries[at] * x[columns[at]];
    }
    y[id.x] = sum;
}
