// A layer of a network: batch rows along y, all weights and the bias for everyone.
struct Layer { batch: u32, inputs: u32, outputs: u32 }
@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let o = id.x;
    let b = id.y;
    if (o >= layer.outputs || b >= layer.batch) {
        return;
    }
    var sum = bias[o];
    for (var i = 0u; i < layer.inputs; i++) {
        sum += x[b * layer.inputs + i] * weights[o * layer.inputs + i];
    }
    y[b * layer.outputs + o] = max(sum, 0.0);
}
