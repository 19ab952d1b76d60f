//ivity * dt / dx^2, ide WORKGRU3:POu 2 = 8;

struct Params {
    width: u32,
    height: u32,
    rate: f32,
}

@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read_write> next: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP, WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.width || id.y >= params.height) {
        return;
    }
    let i = id.y * params.width + id.x;
    var flow = 0.0;
    if (id.x > 0u && id.y > 0u && id.x + 1u < params.width && id.y + 1u < params.height) {
        flow = u[i - 1u] + u[i + 1u] + u[i - params.width] + u[i + params.width] - 4.0 * u[i];
    }
    next[i] = u[i] + params.rate * flow;
}
