// A guard that forgets x >= 0 after two were taken off: the first two columns lie at the end of the row before, which
// another chunk writes.
struct Size { w: i32, h: i32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read_write> image: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = i32(id.x) - 2;
    let y = i32(id.y);
    if (x < size.w && y >= 0 && y < size.h) {
        image[y * size.w + x] = 1.0; // refused: image
    }
}
