// Draws a gradient without a guard on x. Where the width is no multiple of the workgroup, a row runs over into the
// next one, which another chunk writes: then it can't be split, along no axis.
@group(0) @binding(0) var<storage, read_write> image: array<f32>;
@group(0) @binding(1) var<uniform> width: u32;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let shade = f32(id.x) / f32(width);
    image[id.y * width + id.x] = shade * f32(id.y); // refused: image
}
