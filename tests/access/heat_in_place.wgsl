// The same step on one array: it reads rows that a neighbour chunk writes at that time.
struct Params {
    width: u32,
    height: u32,
    alpha: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> u: array<f32>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = params.width;
    if (id.x == 0u || id.y == 0u || id.x + 1u >= w || id.y + 1u >= params.height) {
        return;
    }
    let i = id.y * w + id.x;
    let around = u[i - 1u] + u[i + 1u] + u[i - w] + u[i + w]; // refused: u
    u[i] += params.alpha * (around - 4.0 * u[i]);
}
