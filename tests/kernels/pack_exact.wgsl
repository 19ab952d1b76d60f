// Packing and unpacking of values that are exactly representable.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<u32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let half = vec2<f32>(f32(v & 1023u) * 0.25, -f32((v >> 10u) & 255u));
    let word = pack2x16float(half);
    let back = unpack2x16float(word) * 4.0;
    let bytes = unpack4x8unorm(v);
    let whole = vec4<u32>(round(bytes * 255.0));
    dst[id.x] = vec4<u32>(
        word,
        u32(back.x) + u32(-back.y),
        whole.x + whole.y * 3u + whole.z * 5u + whole.w * 7u,
        pack4x8unorm(vec4<f32>(0.0, 1.0, -3.0, 9.0)) + pack4xU8(whole),
    );
}
