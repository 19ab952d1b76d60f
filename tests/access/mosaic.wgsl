// Each pixel takes the colour of its block's first pixel. Blocks of 8 rows are the workgroup's own; blocks of 10 reach
// into the rows of the workgroup before.
struct Params {
    width: u32,
    height: u32,
    block: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.width || id.y >= params.height) {
        return;
    }
    let bx = id.x / params.block * params.block;
    let by = id.y / params.block * params.block;
    dst[id.y * params.width + id.x] = src[by * params.width + bx];
}
