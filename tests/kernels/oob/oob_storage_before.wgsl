// Negative i32 indices before the start.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = i32(id.x);
    dst[i] = src[i - 1] + src[i - 3] * 10u + 7u;
}
