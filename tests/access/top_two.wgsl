// The best two of a row by a bitmask of what was taken, and the labels of both from a table.
struct Shape { rows: u32, cols: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> scores: array<f32>;
@group(0) @binding(2) var<storage, read> labels: array<u32>;
@group(0) @binding(3) var<storage, read_write> best: array<vec2<u32>>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= shape.rows) {
        return;
    }
    var first = 0u;
    var second = 0u;
    var high = -1e30;
    var next = -1e30;
    for (var c = 0u; c < shape.cols; c++) {
        let s = scores[id.x * shape.cols + c];
        if (s > high) {
            next = high;
            second = first;
            high = s;
            first = c;
        } else if (s > next) {
            next = s;
            second = c;
        }
    }
    best[id.x] = vec2<u32>(labels[first], labels[second]);
}
