// All rows of the table in one dispatch: columns of other chunks are read while they are written.
@group(0) @binding(0) var<storage, read> cost: array<u32>;
@group(0) @binding(1) var<storage, read_write> table: array<u32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = id.x;
    if (x == 0u || x + 1u >= size.x) {
        return;
    }
    for (var y = 1u; y < size.y; y++) {
        let above = (y - 1u) * size.x + x;
        let best = min(table[above], min(table[above - 1u], table[above + 1u])); // refused: table
        table[y * size.x + x] = best + cost[y * size.x + x];
        storageBarrier();
    }
}
