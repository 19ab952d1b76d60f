// A 2-D tile is transposed in workgroup memory; rows of tiles along y.
const T: u32 = 8u;
var<workgroup> tile: array<array<u32, T>, T>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(T, T)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_id) l: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let width = groups.x * T;
    tile[l.y][l.x] = src[id.y * width + id.x];
    workgroupBarrier();
    dst[id.y * width + id.x] = tile[l.x][l.y];
}
