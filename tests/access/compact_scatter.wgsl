// Writes kept elements to scanned positions. They are disjoint, but only because of what the positions hold.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read> keep: array<u32>;
@group(0) @binding(2) var<storage, read> positions: array<u32>;
@group(0) @binding(3) var<storage, read_write> kept: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&values) && keep[id.x] != 0u) {
        kept[positions[id.x]] = values[id.x]; // refused: kept
    }
}
