// Arrays of a fixed length in storage.
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>, 512>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 512>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < 500u) {
        dst[id.x] = length(src[id.x]);
    }
}
