// Helpers index out of bounds behind pointer arguments.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
var<private> kept: array<u32, 3> = array<u32, 3>(1u, 2u, 3u);

fn put(p: ptr<function, array<u32, 4>>, k: u32, v: u32) -> u32 {
    (*p)[k] = v;
    return (*p)[k];
}

fn take(p: ptr<private, array<u32, 3>>, k: i32) -> u32 {
    let old = (*p)[k];
    (*p)[k] = 0u;
    return old;
}

fn component(p: ptr<function, vec2<u32>>, k: u32) -> u32 {
    (*p)[k] += 4u;
    return (*p)[k];
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var cells: array<u32, 4>;
    var v = vec2<u32>(1u, 2u);
    let k = id.x % 7u;
    let a = put(&cells, k, 5u);
    let b = take(&kept, i32(k) - 2);
    let c = component(&v, k);
    dst[id.x] = a + b * 10u + c * 100u + (v.x + v.y) * 1000u
        + (cells[0] + cells[1] + cells[2] + cells[3]) * 10000u + (kept[0] + kept[1] + kept[2]) * 100000u;
}
