// First pass of attention: scores of each query with each key, heads along z.
struct Shape { tokens: u32, dim: u32, heads: u32, scale: f32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> k: array<f32>;
@group(0) @binding(3) var<storage, read_write> scores: array<f32>;

@compute @workgroup_size(8, 8, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let head = id.z;
    if (id.x >= shape.tokens || id.y >= shape.tokens || head >= shape.heads) {
        return;
    }
    let base = head * shape.tokens * shape.dim;
    var dot_product = 0.0;
    for (var d = 0u; d < shape.dim; d++) {
        dot_product += q[base + id.y * shape.dim + d] * k[base + id.x * shape.dim + d];
    }
    scores[(head * shape.tokens + id.y) * shape.tokens + id.x] = dot_product * shape.scale;
}
