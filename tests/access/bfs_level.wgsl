// Marks the neighbours of the current level: data decides which elements are written, and levels are read as well.
@group(0) @binding(0) var<storage, read> offsets: array<u32>;
@group(0) @binding(1) var<storage, read> neighbours: array<u32>;
@group(0) @binding(2) var<storage, read_write> levels: array<u32>;
@group(0) @binding(3) var<uniform> level: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let node = id.x;
    if (node + 1u >= arrayLength(&offsets) || levels[node] != level) { // refused: levels
        return;
    }
    for (var e = offsets[node]; e < offsets[node + 1u]; e++) {
        if (levels[neighbours[e]] == 0xffffffffu) { // refused: levels
            levels[neighbours[e]] = level + 1u; // refused: levels
        }
    }
}
