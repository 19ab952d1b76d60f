// One workgroup for a row on the y axis and a strided loop over the row's pixels: sums of rows, and rows scaled in place.
@group(0) @binding(0) var<storage, read_write> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> row_sums: array<f32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

var<workgroup> lanes: array<f32, 32>;

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let row = wg.y * size.x;
    var sum = 0.0;
    for (var x = lid.x; x < size.x; x += 32u) {
        sum += image[row + x];
    }
    lanes[lid.x] = sum;
    workgroupBarrier();
    var total = 0.0;
    for (var k = 0u; k < 32u; k++) {
        total += lanes[k];
    }
    for (var x = lid.x; x < size.x; x += 32u) {
        image[row + x] /= total;
    }
    if (lid.x == 0u) {
        row_sums[wg.y] = total;
    }
}
