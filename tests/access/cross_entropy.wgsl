// Picks the label's logit of each row. The label is data, so any element may be read.
struct Shape { rows: u32, classes: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read> labels: array<u32>;
@group(0) @binding(3) var<storage, read_write> loss: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < shape.rows) {
        loss[id.x] = -log(logits[id.x * shape.classes + labels[id.x]]);
    }
}
