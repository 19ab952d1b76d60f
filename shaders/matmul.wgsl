// matmul: c = a * b
//
//   size  uniform     { n, m, k: u32 }
//   a     read        n rows of k elements
//   b     read        k rows of m elements
//   c     read_write  n rows of m elements, all written
//
// Grid: [m, n] invocations; row y of c needs row y of a and the whole of b. Tiles of a and b pass through workgroup
// memory; each sum still runs over k in ascending order.

override TILE: u32 = 16;

struct Size {
    n: u32,
    m: u32,
    k: u32,
}

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> size: Size;

var<workgroup> tile_a: array<f32, TILE * TILE>;
var<workgroup> tile_b: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
) {
    let row = id.y;
    let column = id.x;
    let slot = local.y * TILE + local.x;
    var sum = 0.0;
    for (var start = 0u; start < size.k; start += TILE) {
        let along_a = start + local.x;
        let along_b = start + local.y;
        tile_a[slot] = 0.0;
        tile_b[slot] = 0.0;
        if (row < size.n && along_a < size.k) {
            tile_a[slot] = a[row * size.k + along_a];
        }
        if (along_b < size.k && column < size.m) {
            tile_b[slot] = b[along_b * size.m + column];
        }
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            sum += tile_a[local.y * TILE + i] * tile_b[i * TILE + local.x];
        }
        workgroupBarrier();
    }
    if (row < size.n && column < size.m) {
        c[row * size.m + column] = sum;
    }
}
