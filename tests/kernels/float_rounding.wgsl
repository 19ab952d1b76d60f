// Exactly rounded float functions, among them round half to even.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x] * 2.0;
    dst[id.x] = vec4<f32>(floor(v) + ceil(v), trunc(v) * 4.0 + round(v), abs(v) - sign(v), fract(v))
        + vec4<f32>(min(v, 1.0), max(v, -2.0), clamp(v, -8.0, 8.0), step(0.5, v));
}
