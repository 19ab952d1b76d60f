// Convolution the other way round: each sample adds itself to its neighbours' results.
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read> taps: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&signal)) {
        return;
    }
    for (var k = 0u; k < arrayLength(&taps); k++) {
        result[id.x + k] += signal[id.x] * taps[k]; // refused: result
    }
}
