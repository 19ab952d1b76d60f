// f64 storage and arithmetic, with a loop.
@group(0) @binding(0) var<storage, read> src: array<f64>;
@group(0) @binding(1) var<storage, read_write> dst: array<f64>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    var sum = 0.0lf;
    for (var k = 0u; k < 3u; k++) {
        sum += src[id.x * 3u + k] * f64(k + 1u);
    }
    dst[id.x] = sum * 0.25lf;
}
