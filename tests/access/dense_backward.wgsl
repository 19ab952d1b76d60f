// Gradients of the weights, added plainly by each sample of the batch along y: chunks add to the same weights, and with a
// single workgroup in x there is no other axis.
struct Layer { batch: u32, inputs: u32 }
@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> error: array<f32>;
@group(0) @binding(3) var<storage, read_write> gradient: array<f32>;

@compute @workgroup_size(32, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= layer.inputs || id.y >= layer.batch) {
        return;
    }
    gradient[id.x] += x[id.y * layer.inputs + id.x] * error[id.y]; // refused: gradient
}
