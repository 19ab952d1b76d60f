// Adds a bias by column and activates, in place.
@group(0) @binding(0) var<storage, read> bias: array<f32>;
@group(0) @binding(1) var<storage, read_write> x: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&x)) {
        return;
    }
    let v = x[id.x] + bias[id.x % arrayLength(&bias)];
    x[id.x] = 0.5 * v * (1.0 + tanh(0.7978846 * (v + 0.044715 * v * v * v)));
}
