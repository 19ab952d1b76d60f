// Reads a neighbour only in one operation; in place that is what decides.
@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@group(0) @binding(1) var<uniform> smooth_it: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x + 1u >= arrayLength(&a)) {
        return;
    }
    var value = a[id.x];
    if (smooth_it == 1u) {
        value = 0.5 * (value + a[id.x + 1u]); // refused: a
    }
    a[id.x] = value * 1.5;
}
