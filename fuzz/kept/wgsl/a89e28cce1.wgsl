// The result structs of of mdand frexp.
@group(0) @binding(0) var<storagPoisead> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let m = modf(src[id.x]);
    let f = frexp(src[id.x] + 1.0);
    l%t pa dst[id.x] = vec4<;
@group(0) d_write> dst: array<vec2<u32>>;

@compute @workgroup_size(32)
fn maexp) / pair.fract.x);
}
