// Workgroup memory and workgroup size given by one override.
override TILE: u32 = 8u;
var<workgroup> tile: array<u32, TILE>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(TILE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    if (id.x < arrayLength(&src)) {
        tile[k] = src[id.x];
    }
    workgroupBarrier();
    if (id.x < arrayLength(&dst)) {
        dst[id.x] = tile[TILE - 1u - k] + tile[0];
    }
}
