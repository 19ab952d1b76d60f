// y = a * x, a row for each invocation of the x axis, columns in a loop.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x;
    if (row >= arrayLength(&y)) {
        return;
    }
    let cols = arrayLength(&x);
    var sum = 0.0;
    for (var j = 0u; j < cols; j++) {
        sum += a[row * cols + j] * x[j];
    }
    y[row] = sum;
}
