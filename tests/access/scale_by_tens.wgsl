// Ten elements share a scale; 64 is no multiple of 10, so neighbouring chunks read the same scale.
@group(0) @binding(0) var<storage, read_write> values: array<f32>;
@group(0) @binding(1) var<storage, read> scales: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&values)) {
        values[id.x] = values[id.x] * scales[id.x / 10u];
    }
}
