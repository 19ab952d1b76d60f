// Fixed-size arrays in storage, past the end and before the start.
@group(0) @binding(0) var<storage, read> src: array<u32, 53>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 53>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x] = src[id.x] + src[i32(id.x) - 1] * 2u + 3u;
    dst[id.x + 53u] = 9u;
    dst[-1 - i32(id.x)] = 9u;
}
