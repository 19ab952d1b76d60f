// Tiles of a and b through workgroup memory, with guards at the edges where they are loaded and stored.
const T: u32 = 16u;
struct Dims { m: u32, n: u32, k: u32 }
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

var<workgroup> tile_a: array<array<f32, 16>, 16>;
var<workgroup> tile_b: array<array<f32, 16>, 16>;

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let row = wg.y * T + lid.y;
    let col = wg.x * T + lid.x;
    let tiles = (dims.k + T - 1u) / T;
    var sum = 0.0;
    for (var t = 0u; t < tiles; t++) {
        let ka = t * T + lid.x;
        let kb = t * T + lid.y;
        if (row < dims.m && ka < dims.k) {
            tile_a[lid.y][lid.x] = a[row * dims.k + ka];
        } else {
            tile_a[lid.y][lid.x] = 0.0;
        }
        if (kb < dims.k && col < dims.n) {
            tile_b[lid.y][lid.x] = b[kb * dims.n + col];
        } else {
            tile_b[lid.y][lid.x] = 0.0;
        }
        workgroupBarrier();
        for (var k = 0u; k < T; k++) {
            sum += tile_a[lid.y][k] * tile_b[k][lid.x];
        }
        workgroupBarrier();
    }
    if (row < dims.m && col < dims.n) {
        c[row * dims.n + col] = sum;
    }
}
