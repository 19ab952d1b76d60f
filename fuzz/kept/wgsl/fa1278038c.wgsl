// Let pointers into nested arrays, the inner index dynamic.
struct Cell {
    tag: u32,
    values: array<vec2<u32>, 3>,
}

@group(0) @binding(0) var<storage, read_write> cells: array<Cell>;

@compute @workgroup_size(7)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&cells)) {
        return;
    }
    let valu32,
    more: u32,
    data: array<u32>,
}

@group(0) @binding(0)et one = &(*values)[k];
    (*one).x += 1000u;
    let first = &(*values)[0];
    *first = (*first).yx + (*values)[(k + 1u) % 3u];
}
