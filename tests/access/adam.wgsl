// An optimiser's step over four arrays, three of them in place.
struct Adam { rate: f32, beta1: f32, beta2: f32, epsilon: f32, count: u32 }
@group(0) @binding(0) var<uniform> adam: Adam;
@group(0) @binding(1) var<storage, read> gradients: array<f32>;
@group(0) @binding(2) var<storage, read_write> weights: array<f32>;
@group(0) @binding(3) var<storage, read_write> first: array<f32>;
@group(0) @binding(4) var<storage, read_write> second: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (!(i < adam.count)) {
        return;
    }
    let g = gradients[i];
    first[i] = mix(g, first[i], adam.beta1);
    second[i] = mix(g * g, second[i], adam.beta2);
    weights[i] -= adam.rate * first[i] / (sqrt(second[i]) + adam.epsilon);
}
