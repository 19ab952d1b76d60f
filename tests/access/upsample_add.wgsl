// Adds a value to both of its pixels and to the one after: the last one belongs to the neighbour as well.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let at = 2u * id.x;
    dst[at] += src[id.x]; // refused: dst
    dst[at + 1u] += src[id.x];
    dst[at + 2u] += 0.5 * src[id.x]; // refused: dst
}
