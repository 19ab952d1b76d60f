// Several steps of a stencil in one dispatch with a storage barrier between: that barrier holds in a workgroup only.
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@group(0) @binding(2) var<uniform> steps: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&a);
    let i = id.x;
    for (var s = 0u; s < steps; s++) {
        if (i > 0u && i + 1u < n) {
            b[i] = 0.5 * (a[i - 1u] + a[i + 1u]); // refused: a
        }
        storageBarrier();
        if (i < n) {
            a[i] = b[i];
        }
        storageBarrier();
    }
}
