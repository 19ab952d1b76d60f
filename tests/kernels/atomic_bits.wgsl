// Atomic and, or, xor on shared words: only for the whole grid.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<atomic<u32>, 3>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    atomicOr(&words[0], 1u << (src[id.x] & 31u));
    atomicXor(&words[1], src[id.x]);
    atomicAnd(&words[2], ~(1u << (id.x % 29u)));
}
