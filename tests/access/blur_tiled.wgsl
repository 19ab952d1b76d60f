// Box blur through workgroup memory: a tile with its border is loaded, clamped at the image's edge. What lies in the tile
// does not matter for the split, only who loads and stores.
const TILE: u32 = 16u;
const RADIUS: u32 = 2u;
const SIDE: u32 = 20u;
var<workgroup> tile: array<array<f32, SIDE>, SIDE>;
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(TILE, TILE)
fn main(
    @builtin(workgroup_id) wg: vec3<u32>,
    @builtin(local_invocation_id) lid: vec3<u32>,
    @builtin(global_invocation_id) id: vec3<u32>,
) {
    let origin = vec2<i32>(wg.xy * TILE) - i32(RADIUS);
    for (var y = lid.y; y < SIDE; y += TILE) {
        for (var x = lid.x; x < SIDE; x += TILE) {
            let gx = clamp(origin.x + i32(x), 0, i32(size.x) - 1);
            let gy = clamp(origin.y + i32(y), 0, i32(size.y) - 1);
            tile[y][x] = src[u32(gy) * size.x + u32(gx)];
        }
    }
    workgroupBarrier();
    if (id.x >= size.x || id.y >= size.y) {
        return;
    }
    var sum = 0.0;
    for (var dy = 0u; dy <= 2u * RADIUS; dy++) {
        for (var dx = 0u; dx <= 2u * RADIUS; dx++) {
            sum += tile[lid.y + dy][lid.x + dx];
        }
    }
    dst[id.y * size.x + id.x] = sum / 25.0;
}
