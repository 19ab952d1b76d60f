// Writes where an f32 computation says. With a ratio of 0.7 two neighbours do write the same element.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> ratio: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let at = u32(f32(id.x) * ratio);
    dst[at] = src[id.x]; // refused: dst
}
