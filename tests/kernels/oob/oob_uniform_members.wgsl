// Arrays, vectors and matrices inside a uniform struct.
struct Params {
    weights: array<vec4<u32>, 2>,
    frame: mat2x2<f32>,
    axis: vec3<u32>,
    after: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x % 5u;
    dst[id.x] = params.weights[k].z + params.axis[k] * 10u + u32(params.frame[k].y) * 100u
        + u32(params.frame[1][k]) * 1000u + params.after;
}
