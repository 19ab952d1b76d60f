// Each workgroup reverses its part through workgroup memory.
var<workgroup> tile: array<u32, 32>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    tile[local.x] = src[id.x];
    workgroupBarrier();
    dst[id.x] = tile[31u - local.x];
}
