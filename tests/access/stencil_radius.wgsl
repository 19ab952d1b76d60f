// A box filter whose radius is in a uniform, clamped at the borders.
struct Params {
    n: u32,
    radius: i32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.n) {
        return;
    }
    var sum = 0.0;
    for (var d = -params.radius; d <= params.radius; d++) {
        let at = clamp(i32(id.x) + d, 0, i32(params.n) - 1);
        sum += src[at];
    }
    dst[id.x] = sum / f32(2 * params.radius + 1);
}
