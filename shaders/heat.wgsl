// heat: one step of the heat that flows through a plate, whose border keeps its temperature
//
//   params  uniform     { width, height: u32, rate: f32 }; the rate is diffusivity * dt / dx^2, stable up to 0.25
//   u       read        height rows of width temperatures
//   next    read_write  the same a step later, all written
//
// Grid: [width, height] invocations. Row y of next needs the rows y - 1, y and y + 1 of u.

override WORKGROUP: u32 = 8;

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
