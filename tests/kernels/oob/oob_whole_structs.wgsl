// Whole structs and whole arrays past the end.
struct Item {
    key: u32,
    values: array<u32, 2>,
}

@group(0) @binding(0) var<storage, read> src: array<Item>;
@group(0) @binding(1) var<storage, read_write> dst: array<Item>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var item = src[id.x + 1u];
    let values = src[i32(id.x) - 1].values;
    item.key += 5u;
    item.values[1] += values[0];
    dst[id.x] = item;
    dst[id.x + 0x10000000u] = Item(1u, array<u32, 2>(2u, 3u));
}
