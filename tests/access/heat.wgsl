// Explicit heat step, five points, fixed borders: a row above and below each band of rows.
struct Params {
    width: u32,
    height: u32,
    alpha: f32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> u: array<f32>;
@group(0) @binding(2) var<storage, read_write> u_next: array<f32>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = id.x;
    let y = id.y;
    let w = params.width;
    let h = params.height;
    if (x >= w || y >= h) {
        return;
    }
    let i = y * w + x;
    if (x == 0u || y == 0u || x == w - 1u || y == h - 1u) {
        u_next[i] = u[i];
        return;
    }
    let around = u[i - 1u] + u[i + 1u] + u[i - w] + u[i + w];
    u_next[i] = u[i] + params.alpha * (around - 4.0 * u[i]);
}
