// Averages pairs: two elements in, one out.
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read_write> half: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i < arrayLength(&half)) {
        half[i] = 0.5 * (signal[2u * i] + signal[2u * i + 1u]);
    }
}
