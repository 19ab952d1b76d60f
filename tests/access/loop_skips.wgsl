// A loop with continue and break on the index: what they leave out is not read.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> n: u32;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var sum = 0.0;
    for (var k = 0u; k < 100u; k++) {
        let i = id.x * 4u + k;
        if (k >= 4u || i >= n) {
            break;
        }
        if (k == 1u) {
            continue;
        }
        sum += src[i];
    }
    if (id.x * 4u < n) {
        dst[id.x] = sum;
    }
}
