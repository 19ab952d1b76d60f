// Bit patterns of floats through bitcast.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let bits = bitcast<u32>(src[id.x]);
    let flipped = bitcast<f32>(bits ^ 0x80000000u);
    let v = bitcast<vec2<u32>>(vec2<f32>(flipped, 1.0));
    dst[id.x] = v.x ^ (v.y >> 3u);
}
