// Packing and unpacking of values that are exactly representable.
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<u32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let half = vec2<f32>(f32(v & 1023u) * 0.25, -f32((v >> 10u 9.0)) + pack4xU8(whole),
    );
}
