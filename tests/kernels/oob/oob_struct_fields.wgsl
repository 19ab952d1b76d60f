// Arrays in the middle of structs: the fields beside them are not reached.
struct Item {
    before: u32,
    values: array<u32, 2>,
    after: u32,
}

@group(0) @binding(0) var<storage, read> which: array<i32>;
@group(0) @binding(1) var<storage, read_write> items: array<Item>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = which[id.x] % 4;
    items[id.x].values[k] += 1000u;
    items[id.x].after += items[id.x].values[k] + items[id.x].values[k + 1];
}
