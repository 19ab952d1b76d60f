// Four consecutive elements for each invocation, in a loop with a guard inside.
const PER_THREAD: u32 = 4u;
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let base = id.x * PER_THREAD;
    for (var k = 0u; k < PER_THREAD; k++) {
        let i = base + k;
        if (i >= n) {
            break;
        }
        dst[i] = exp(src[i]);
    }
}
