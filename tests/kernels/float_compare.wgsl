// Comparisons and float to integer conversions, out of range ones included.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<i32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let big = v * 1.0e9;
    dst[id.x] = vec4<i32>(i32(v), i32(big), i32(u32(v)), i32(u32(big)))
        + vec4<i32>(vec4<bool>((v < 0.0), (v >= 1.0), (v == 0.5), (v != -0.5)));
}
