// Fixed-size arrays in storage with dynamic indices.
@group(0) @binding(0) var<storage, read> src: array<u32, 231>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 231>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < 231u) {
        dst[id.x] = src[id.x] * 5u;
    }
}
