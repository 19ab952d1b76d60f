// Four bytes, one in each word, are packed into one word. One invocation makes one word.
@group(0) @binding(0) var<storage, read> bytes: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&words)) {
        return;
    }
    let first = id.x << 2u;
    var word = 0u;
    for (var k = 0u; k < 4u; k += 1u) {
        word |= (bytes[first | k] & 0xffu) << (k * 8u);
    }
    words[id.x] = word;
}
