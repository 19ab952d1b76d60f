// Second pass: softmax over each row, in place, three loops over the row's own elements.
struct Shape { rows: u32, cols: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read_write> scores: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x;
    if (row >= shape.rows) {
        return;
    }
    let base = row * shape.cols;
    var largest = scores[base];
    for (var c = 1u; c < shape.cols; c++) {
        largest = max(largest, scores[base + c]);
    }
    var sum = 0.0;
    for (var c = 0u; c < shape.cols; c++) {
        let e = exp(scores[base + c] - largest);
        scores[base + c] = e;
        sum += e;
    }
    for (var c = 0u; c < shape.cols; c++) {
        scores[base + c] /= sum;
    }
}
