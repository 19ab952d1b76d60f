// Tiled, for sizes that are multiples of the tile: no guard at all. Otherwise columns run over into the next row.
const T = 8u;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> size: u32;

var<workgroup> left: array<f32, 64>;
var<workgroup> right: array<f32, 64>;

@compute @workgroup_size(8, 8)
fn main(
    @builtin(global_invocation_id) gid: vec3<u32>,
    @builtin(local_invocation_id) lid: vec3<u32>,
) {
    var sum = 0.0;
    for (var t = 0u; t < size / T; t++) {
        left[lid.y * T + lid.x] = a[gid.y * size + t * T + lid.x];
        right[lid.y * T + lid.x] = b[(t * T + lid.y) * size + gid.x];
        workgroupBarrier();
        for (var k = 0u; k < T; k++) {
            sum += left[lid.y * T + k] * right[k * T + lid.x];
        }
        workgroupBarrier();
    }
    c[gid.y * size + gid.x] = sum; // refused: c
}
