// Transpose through a tile with a padding column; both sides are contiguous for the workgroup, one is interleaved between chunks.
const T: u32 = 16u;
struct Dims { width: u32, height: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

var<workgroup> tile: array<array<f32, 17>, 16>;

@compute @workgroup_size(T, T)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let x = wg.x * T + lid.x;
    let y = wg.y * T + lid.y;
    if (x < dims.width && y < dims.height) {
        tile[lid.y][lid.x] = src[y * dims.width + x];
    }
    workgroupBarrier();
    let tx = wg.y * T + lid.x;
    let ty = wg.x * T + lid.y;
    if (tx < dims.height && ty < dims.width) {
        dst[ty * dims.height + tx] = tile[lid.x][lid.y];
    }
}
