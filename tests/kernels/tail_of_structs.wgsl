// A tail of structs with nested arrays, and a header with a matrix and an array.
struct Row {
    key: u32,
    cells: array<vec2<u32>, 2>,
}

struct Table {
    weights: array<u32, 3>,
    frame: mat2x2<f32>,
    rows: array<Row>,
}

@group(0) @binding(0) var<storage, read> table: Table;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&table.rows)) {
        return;
    }
    let k = table.rows[id.x].key % 2u;
    let cell = table.rows[id.x].cells[k];
    dst[id.x] = cell.x * table.weights[id.x % 3u] + cell.y + u32(abs(table.frame[k].x));
}
