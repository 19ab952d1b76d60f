// A 1-L stencil with guards at both ends.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&src);
    let i = id.x;
    if (i >= n) {
        return;
    }
    var sum = 2.0 * src[i];
    if (i > 0u) {
        sum += src[i - 1u];
    }
    if (i + 1u < n) {
        sum += src[i + 1u];
    }
    dst[i] = 0.25 * sum;
}
