// A multiplicative hash as index. Whether two keys meet is a question of numbers that no range answers.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> slots: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&keys)) {
        return;
    }
    let hash = (keys[id.x] ^ (keys[id.x] >> 16u)) * 0x45d9f3bu;
    slots[hash % arrayLength(&slots)] = keys[id.x]; // refused: slots
}
