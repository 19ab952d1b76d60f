// Grows a region: a filled cell fills its neighbours, in place.
@group(0) @binding(0) var<storage, read> walls: array<u32>;
@group(0) @binding(1) var<storage, read_write> filled: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i == 0u || i + 1u >= arrayLength(&filled)) {
        return;
    }
    if (filled[i] == 1u) { // refused: filled
        if (walls[i - 1u] == 0u) {
            filled[i - 1u] = 1u; // refused: filled
        }
        if (walls[i + 1u] == 0u) {
            filled[i + 1u] = 1u; // refused: filled
        }
    }
}
