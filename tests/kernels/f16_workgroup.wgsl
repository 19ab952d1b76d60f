// f16 in workgroup memory and a matrix of f16.
enable f16;
var<workgroup> tile: array<vec2<f16>, 16>;
@group(0) @binding(0) var<storage, read> src: array<vec2<f16>>;
@group(0) @binding(1) var<storage, read_write> dst: array<mat2x2<f16>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    tile[k] = src[id.x];
    workgroupBarrier();
    dst[id.x] = mat2x2<f16>(tile[15u - k], tile[k] * 2.0h);
}
