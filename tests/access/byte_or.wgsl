// Bytes are or-ed into words by atomics. The four bytes of a word come from one workgroup, so it can be split as well
// as reduced.
@group(0) @binding(0) var<storage, read> bytes: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&bytes)) {
        return;
    }
    atomicOr(&words[id.x >> 2u], (bytes[id.x] & 255u) << ((id.x & 3u) * 8u));
}
