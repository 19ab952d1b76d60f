// Writes its own element and, at every eighth, the one before: that of a chunk's first is its neighbour's.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&src)) {
        return;
    }
    dst[i] = src[i]; // refused: dst
    if ((i & 7u) == 0u && i > 0u) {
        dst[i - 1u] = 0u; // refused: dst
    }
}
