// Transposed convolution as a gather: only taps at the right remainder count. Taps go to all, the input with neighbours.
struct Params { inputs: u32, taps: u32, outputs: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read> taps: array<f32>;
@group(0) @binding(3) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let o = i32(id.x);
    if (id.x >= params.outputs) {
        return;
    }
    var sum = 0.0;
    for (var k = 0; k < i32(params.taps); k++) {
        let at = o - k;
        if (at >= 0 && at % 2 == 0 && at / 2 < i32(params.inputs)) {
            sum += src[at / 2] * taps[k];
        }
    }
    dst[id.x] = sum;
}
