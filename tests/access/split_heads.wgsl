// [tokens, heads * dim] to [heads, tokens, dim], tokens along y: each token writes a piece into every head's plane.
struct Shape { tokens: u32, heads: u32, dim: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let channels = shape.heads * shape.dim;
    if (id.x >= channels || id.y >= shape.tokens) {
        return;
    }
    let head = id.x / shape.dim;
    let d = id.x % shape.dim;
    dst[(head * shape.tokens + id.y) * shape.dim + d] = src[id.y * channels + id.x];
}
