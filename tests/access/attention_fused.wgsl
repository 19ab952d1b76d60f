// Three passes over all keys and values for each query; nothing but the query and the result is split.
struct Shape { tokens: u32, dim: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> k: array<f32>;
@group(0) @binding(3) var<storage, read> v: array<f32>;
@group(0) @binding(4) var<storage, read_write> result: array<f32>;

fn score(row: u32, key: u32) -> f32 {
    var sum = 0.0;
    for (var d = 0u; d < shape.dim; d++) {
        sum += q[row * shape.dim + d] * k[key * shape.dim + d];
    }
    return sum * inverseSqrt(f32(shape.dim));
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x;
    if (row >= shape.tokens) {
        return;
    }
    var largest = -1e30;
    for (var t = 0u; t < shape.tokens; t++) {
        largest = max(largest, score(row, t));
    }
    var total = 0.0;
    for (var t = 0u; t < shape.tokens; t++) {
        total += exp(score(row, t) - largest);
    }
    for (var d = 0u; d < shape.dim; d++) {
        var sum = 0.0;
        for (var t = 0u; t < shape.tokens; t++) {
            sum += exp(score(row, t) - largest) / total * v[t * shape.dim + d];
        }
        result[row * shape.dim + d] = sum;
    }
}
