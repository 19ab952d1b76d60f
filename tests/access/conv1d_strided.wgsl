// 1-D convolution with a stride: windows of neighbours overlap if the stride is smaller than the filter.
struct Conv { stride: u32, taps: u32, outputs: u32 }
@group(0) @binding(0) var<uniform> conv: Conv;
@group(0) @binding(1) var<storage, read> signal: array<f32>;
@group(0) @binding(2) var<storage, read> filter_taps: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let o = id.x;
    if (o >= conv.outputs) {
        return;
    }
    var sum = 0.0;
    for (var k = 0u; k < conv.taps; k++) {
        sum += signal[o * conv.stride + k] * filter_taps[k];
    }
    result[o] = sum;
}
