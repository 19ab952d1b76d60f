// Adds to an element that others take the maximum of: the order matters, so nothing can be merged.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> cells: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&values)) {
        return;
    }
    let v = values[id.x];
    let cell = v % arrayLength(&cells);
    if ((v & 1u) == 0u) {
        atomicAdd(&cells[cell], v); // refused: cells
    } else {
        atomicMax(&cells[cell], v); // refused: cells
    }
}
