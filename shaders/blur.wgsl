// blur: every pixel becomes (above + 2 pixel + below) / 4; the first and the last row are their own neighbours
//
//   size     uniform     { width, height: u32 }
//   image    read        height rows of width pixels
//   blurred  read_write  the same, all written
//
// Grid: [width, height] invocations. Row y of blurred needs the rows y - 1, y and y + 1 of image.

override WORKGROUP: u32 = 8;

struct Size {
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> blurred: array<f32>;
@group(0) @binding(2) var<uniform> size: Size;

@compute @workgroup_size(WORKGROUP, WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.width || id.y >= size.height) {
        return;
    }
    let above = max(id.y, 1u) - 1u;
    let below = min(id.y + 1u, size.height - 1u);
    let sum = image[above * size.width + id.x]
        + 2.0 * image[id.y * size.width + id.x]
        + image[below * size.width + id.x];
    blurred[id.y * size.width + id.x] = 0.25 * sum;
}
