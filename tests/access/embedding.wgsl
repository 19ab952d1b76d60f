// Looks up a row of a table for each token: tokens decide, so the table goes to everyone.
struct Shape { tokens: u32, dim: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tokens: array<u32>;
@group(0) @binding(2) var<storage, read> table: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < shape.dim && id.y < shape.tokens) {
        result[id.y * shape.dim + id.x] = table[tokens[id.y] * shape.dim + id.x];
    }
}
