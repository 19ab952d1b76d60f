// Scale and shift by channel, NCHW in one dimension: (i / plane) % channels wraps, so all may need all of the parameters.
struct Shape { plane: u32, channels: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> shift: array<f32>;
@group(0) @binding(3) var<storage, read_write> x: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&x)) {
        return;
    }
    let c = (id.x / shape.plane) % shape.channels;
    x[id.x] = x[id.x] * scale[c] + shift[c];
}
