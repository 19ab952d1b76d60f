// Pointers to function variables as arguments.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn bump(p: ptr<function, u32>, by: u32) {
    *p += by;
}

fn twist(p: ptr<function, vec3<u32>>) -> u32 {
    (*p).y = (*p).x + 1u;
    *p = (*p).zxy;
    return (*p).z;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var v = src[id.x];
    bump(&v, 3u);
    bump(&v, id.x);
    var t = vec3<u32>(v, 0u, 7u);
    let r = twist(&t);
    dst[id.x] = v + r * 10u + t.x + t.y;
}
