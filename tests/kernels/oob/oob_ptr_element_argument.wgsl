// A pointer argument that points to an element out of bounds.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn bump(p: ptr<function, u32>) -> u32 {
    let old = *p;
    *p = old + 5u;
    return old;
}

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var cells = array<u32, 3>(1u, 2u, 3u);
    let k = id.x % 5u;
    let old = bump(&cells[k]);
    dst[id.x] = old + cells[0] * 10u + cells[1] * 100u + cells[2] * 10000u;
}
