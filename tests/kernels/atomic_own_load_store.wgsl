// atomicLoad and atomicStore on own elements of a struct array.
struct Cell {
    state: atomic<u32>,
    plain: u32,
}

@group(0) @binding(0) var<storage, read_write> cells: array<Cell>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&cells)) {
        return;
    }
    let old = atomicLoad(&cells[id.x].state);
    atomicStore(&cells[id.x].state, old * 3u + cells[id.x].plain);
    cells[id.x].plain = atomicLoad(&cells[id.x].state) + 1u;
}
