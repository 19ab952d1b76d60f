// Normalises each row by its root mean square: a workgroup for each row, in a strided loop; weights for all.
struct Shape { cols: u32, eps: f32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> weight: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;

var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let base = wg.x * shape.cols;
    var sum = 0.0;
    var c = lane;
    while (c < shape.cols) {
        sum += x[base + c] * x[base + c];
        c += 64u;
    }
    sums[lane] = sum;
    workgroupBarrier();
    var total = 0.0;
    for (var i = 0; i < 64; i++) {
        total += sums[i];
    }
    let scale = inverseSqrt(total / f32(shape.cols) + shape.eps);
    for (c = lane; c < shape.cols; c += 64u) {
        result[base + c] = x[base + c] * scale * weight[c];
    }
}
