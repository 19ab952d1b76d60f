// Whole structs are loaded, copied between arrays and stored.
struct Item {
    key: u32,
    weight: f32,
    tags: array<u32, 2>,
}

@group(0) @binding(0) var<storage, read> src: array<Item>;
@group(0) @binding(1) var<storage, read_write> dst: array<Item>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    if (id.x % 3u == 0u) {
        dst[id.x] = src[id.x];
    } else {
        var item = src[id.x];
        item.key += 1u;
        item.tags[id.x & 1u] = 9u;
        dst[id.x] = item;
    }
}
