// The counter's old value is taken and never used: a sum all the same.
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> hits: atomic<u32>;
@group(0) @binding(2) var<uniform> threshold: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&values) && values[id.x] > threshold) {
        let before = atomicAdd(&hits, 1u);
        _ = before;
    }
}
