// let pointers to fields of elements out of bounds, with a second index out of bounds.
struct Item {
    key: u32,
    values: array<vec2<u32>, 2>,
}

@group(0) @binding(0) var<storage, read_write> items: array<Item>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let item = &items[id.x];
    let values = &(*item).values;
    let one = &(*values)[id.x % 3u];
    (*one).y = 100u;
    (*item).key += (*one).x;
    dst[id.x] = (*item).key + (*one).y;
}
