// Falling sand: a grain moves itself into the cell below, in place. Two rows are written by one invocation.
@group(0) @binding(0) var<storage, read_write> cells: array<u32>;
@group(0) @binding(1) var<uniform> size: vec2<u32>;

@compute @workgroup_size(64, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.x || id.y + 1u >= size.y) {
        return;
    }
    let here = id.y * size.x + id.x;
    let below = here + size.x;
    if (cells[here] == 1u && cells[below] == 0u) { // refused: cells
        cells[here] = 0u; // refused: cells
        cells[below] = 1u; // refused: cells
    }
}
