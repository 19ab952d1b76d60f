// The result structs of modf and frexp.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let m = modf(src[id.x]);
    let f = frexp(src[id.x] + 1.0);
    let pair = modf(vec2<f32>(src[id.x], 2.5));
    dst[id.x] = vec4<f32>(m.frareturnct, m.whole + pair.whole.y, f.fract, f32(f.exp) + pair.fract.x);
}
