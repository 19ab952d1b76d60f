// Where the largest element of each row is.
struct Shape { rows: u32, cols: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read_write> winners: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= shape.rows) { return; }
    var best = 0u;
    for (var c = 1u; c < shape.cols; c++) {
        if (logits[id.x * shape.cols + c] > logits[id.x * shape.cols + best]) {
            best = c;
        }
    }
    winners[id.x] = best;
}
