// Copies a whole array at once: every invocation writes all of it.
@group(0) @binding(0) var<storage, read> src: array<f32, 16>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32, 16>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst = src; // refused: dst
}
