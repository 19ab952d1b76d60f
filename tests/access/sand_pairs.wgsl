// The same in pairs of rows that begin at the phase: both rows are one invocation's, along y as well.
struct Sand { w: u32, h: u32, phase: u32 }
@group(0) @binding(0) var<uniform> sand: Sand;
@group(0) @binding(1) var<storage, read_write> cells: array<u32>;

@compute @workgroup_size(64, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let y = id.y * 2u + sand.phase;
    if (id.x >= sand.w || y + 1u >= sand.h) {
        return;
    }
    let here = y * sand.w + id.x;
    let below = here + sand.w;
    if (cells[here] == 1u && cells[below] == 0u) {
        cells[here] = 0u;
        cells[below] = 1u;
    }
}
