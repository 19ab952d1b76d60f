// A polynomial by coefficients that all read, the first eight of a longer list.
@group(0) @binding(0) var<storage, read> coefficients: array<f32>;
@group(0) @binding(1) var<storage, read> xs: array<f32>;
@group(0) @binding(2) var<storage, read_write> ys: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&xs)) {
        return;
    }
    var y = 0.0;
    for (var k = 7i; k >= 0; k--) {
        y = y * xs[id.x] + coefficients[k];
    }
    ys[id.x] = y;
}
