// Puts particles into lists of grid cells: counters per cell whose results are slots.
struct Grid { cells: u32, capacity: u32, size: f32 }
@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> positions: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> lists: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&positions)) {
        return;
    }
    let p = vec2<u32>(positions[id.x] / grid.size);
    let cell = min(p.y * grid.cells + p.x, grid.cells * grid.cells - 1u);
    let slot = atomicAdd(&counts[cell], 1u); // refused: counts
    if (slot < grid.capacity) {
        lists[cell * grid.capacity + slot] = id.x; // refused: lists
    }
}
