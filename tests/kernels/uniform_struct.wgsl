// A uniform struct with a nested struct, an array of vec4 and a matrix.
struct Light {
    color: vec3<f32>,
    power: f32,
}

struct Params {
    light: Light,
    weights: array<vec4<f32>, 3>,
    turn: mat2x2<f32>,
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.n) {
        return;
    }
    let w = params.weights[id.x % 3u];
    dst[id.x] = params.turn * w.xy + vec2<f32>(params.light.color[id.x % 3u], params.light.power * w[id.x & 3u]);
}
