// Dynamic programming row by row: row y comes from row y - 1 of the same table. The row is a uniform, so nobody writes
// what is read.
struct Params { width: u32, y: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> cost: array<u32>;
@group(0) @binding(2) var<storage, read_write> table: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = params.width;
    if (id.x >= w) {
        return;
    }
    let above = (params.y - 1u) * w;
    var best = table[above + id.x];
    if (id.x > 0u) {
        best = min(best, table[above + id.x - 1u]);
    }
    if (id.x + 1u < w) {
        best = min(best, table[above + id.x + 1u]);
    }
    table[params.y * w + id.x] = best + cost[params.y * w + id.x];
}
