// [heads, tokens, dim] to [tokens, heads, dim] on a 3-D grid. Heads along z write interleaved; tokens along y read
// interleaved.
struct Shape { tokens: u32, heads: u32, dim: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(8, 8, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let d = id.x;
    let t = id.y;
    let h = id.z;
    if (d >= shape.dim || t >= shape.tokens || h >= shape.heads) {
        return;
    }
    dst[(t * shape.heads + h) * shape.dim + d] = src[(h * shape.tokens + t) * shape.dim + d];
}
