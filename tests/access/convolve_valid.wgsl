// 1-D convolution, only where the filter fits: the output is shorter than the input.
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read> taps: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&result)) {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < arrayLength(&taps); k = k + 1u) {
        sum = sum + signal[id.x + k] * taps[k];
    }
    result[id.x] = sum;
}
