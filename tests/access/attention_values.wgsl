// Weighted sums of values over all heads and tokens, keys shared by groups of heads: heads along z read a group's plane.
struct Shape { tokens: u32, dim: u32, heads: u32, group: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(8, 8, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= shape.dim || id.y >= shape.tokens || id.z >= shape.heads) {
        return;
    }
    let plane = id.z / shape.group * shape.tokens * shape.dim;
    var sum = 0.0;
    for (var t = 0u; t < shape.tokens; t++) {
        let w = weights[(id.z * shape.tokens + id.y) * shape.tokens + t];
        sum += w * values[plane + t * shape.dim + id.x];
    }
    result[(id.z * shape.tokens + id.y) * shape.dim + id.x] = sum;
}
