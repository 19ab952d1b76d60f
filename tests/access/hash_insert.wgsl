// Inserts keys in a hash table with open addressing: a slot is taken by whoever comes first.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> table: array<atomic<u32>>;

const EMPTY: u32 = 0xffffffffu;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&keys)) {
        return;
    }
    let key = keys[id.x];
    var slot = (key * 2654435761u) % arrayLength(&table);
    for (var probe = 0u; probe < 16u; probe++) {
        let taken = atomicCompareExchangeWeak(&table[slot], EMPTY, key); // refused: table
        if (taken.exchanged || taken.old_value == key) {
            return;
        }
        slot = (slot + 1u) % arrayLength(&table);
    }
}
