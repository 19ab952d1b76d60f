// A let pointer to an element of workgroup memory.
var<workgroup> tile: array<vec2<u32>, 16>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    let mine = &tile[k];
    (*mine).x = id.x;
    (*mine).y = id.x * 2u;
    workgroupBarrier();
    let other = &tile[15u - k];
    dst[id.x] = (*other).x + (*other).y;
}
