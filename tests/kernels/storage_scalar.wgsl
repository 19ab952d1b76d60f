// A storage binding that is one scalar, and one that is one vector.
@group(0) @binding(0) var<storage, read> factor: u32;
@group(0) @binding(1) var<storage, read> shift: vec4<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x] = id.x * factor + shift[id.x & 3u] + shift.w;
}
