// Looks keys up in a hash table: probing may lead anywhere in it.
@group(0) @binding(0) var<storage, read> table: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> found: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&keys)) {
        return;
    }
    let key = keys[id.x];
    var slot = (key * 2654435761u) % arrayLength(&table);
    var value = 0u;
    for (var probe = 0u; probe < 16u; probe++) {
        let entry = table[slot];
        if (entry.x == key) {
            value = entry.y;
            break;
        }
        slot = (slot + 1u) % arrayLength(&table);
    }
    found[id.x] = value;
}
