// A whole inner array past the end is zero; its own index runs out as well.
@group(0) @binding(0) var<storage, read> src: array<array<u32, 3>>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = src[id.x + 1u];
    var copy = src[i32(id.x) - 1];
    let k = id.x % 5u;
    copy[k] += 9u;
    dst[id.x] = row[k] + row[0] * 3u + copy[k] * 5u + copy[2] * 7u;
}
