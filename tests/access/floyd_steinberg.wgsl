// Dithers and hands errors to the next row too, which another chunk works on at that time.
struct Size { width: u32, height: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read_write> image: array<f32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let y = id.x;
    if (y >= size.height) {
        return;
    }
    for (var x = 0u; x < size.width; x++) {
        let at = y * size.width + x;
        let old = image[at]; // refused: image
        let error = old - round(old);
        image[at] = old - error; // refused: image
        if (y + 1u < size.height) {
            image[at + size.width] += error * 0.3125; // refused: image
        }
    }
}
