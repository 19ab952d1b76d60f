// A tiled matrix product with barriers in the loop, sizes that do not fit the tiles.
const T: u32 = 4u;
struct Dims {
    m: u32,
    n: u32,
    k: u32,
}

var<workgroup> ta: array<array<f32, T>, T>;
var<workgroup> tb: array<array<f32, T>, T>;
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(T, T)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) l: vec3<u32>) {
    var sum = 0.0;
    for (var k0 = 0u; k0 < dims.k; k0 += T) {
        var va = 0.0;
        var vb = 0.0;
        if (id.y < dims.m && k0 + l.x < dims.k) {
            va = a[id.y * dims.k + k0 + l.x];
        }
        if (id.x < dims.n && k0 + l.y < dims.k) {
            vb = b[(k0 + l.y) * dims.n + id.x];
        }
        ta[l.y][l.x] = va;
        tb[l.y][l.x] = vb;
        workgroupBarrier();
        for (var k = 0u; k < T; k++) {
            sum += ta[l.y][k] * tb[k][l.x];
        }
        workgroupBarrier();
    }
    if (id.y < dims.m && id.x < dims.n) {
        c[id.y * dims.n + id.x] = sum;
    }
}
