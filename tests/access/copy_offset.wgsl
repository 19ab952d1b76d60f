// Copies a part of one buffer to another place in a second one; both offsets come from a uniform.
struct Copy {
    src_offset: u32,
    dst_offset: u32,
    count: u32,
}
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<uniform> copy: Copy;

@compute @workgroup_size(64)
fn copy_range(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= copy.count) { return; }
    dst[copy.dst_offset + id.x] = src[copy.src_offset + id.x];
}
