// A 1-D id is taken apart into x and y, and they are put together again: y * w + x is the id.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> dims: vec2<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= dims.x * dims.y) {
        return;
    }
    let x = id.x % dims.x;
    let y = id.x / dims.x;
    let vignette = f32(x) * f32(y);
    dst[y * dims.x + x] = src[y * dims.x + x] * vignette;
}
