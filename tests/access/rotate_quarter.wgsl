// Turns an image by 90 degrees: rows become columns. Either the reads or the writes of a chunk are interleaved with the
// others'.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.x || id.y >= size.y) {
        return;
    }
    dst[id.x * size.y + (size.y - 1u - id.y)] = src[id.y * size.x + id.x];
}
