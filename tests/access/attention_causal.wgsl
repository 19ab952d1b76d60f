// Weighted sum over the tokens up to one's own: the window grows with the chunk's end, and windows overlap.
struct Shape { tokens: u32, dim: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= shape.dim || id.y >= shape.tokens) {
        return;
    }
    var sum = 0.0;
    for (var t = 0u; t <= id.y; t++) {
        sum += weights[id.y * shape.tokens + t] * v[t * shape.dim + id.x];
    }
    result[id.y * shape.dim + id.x] = sum;
}
