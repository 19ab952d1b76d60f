// blur_rgba: every pixel becomes a weighted mean of the square of side 2 radius + 1 around it
//
//   params   uniform     { width, height, radius: u32 }; a radius up to 63, so that the sums fit 32 bits
//   image    read        height rows of width pixels: RGBA, a byte each, red the lowest
//   blurred  read_write  the same, all written
//
// Grid: [width, height] invocations. Row y of blurred needs the rows from y - radius to y + radius of image. A pixel
// dx columns and dy rows away weighs (radius + 1 - |dx|) * (radius + 1 - |dy|), and beyond a border its pixels repeat.

override WORKGROUP: u32 = 8;

struct Params {
    width: u32,
    height: u32,
    radius: u32,
}

@group(0) @binding(0) var<storage, read> image: array<u32>;
@group(0) @binding(1) var<storage, read_write> blurred: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP, WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.width || id.y >= params.height) {
        return;
    }
    let radius = i32(params.radius);
    var sum = vec4(0u);
    for (var dy = -radius; dy <= radius; dy++) {
        let row = u32(clamp(i32(id.y) + dy, 0, i32(params.height) - 1));
        for (var dx = -radius; dx <= radius; dx++) {
            let column = u32(clamp(i32(id.x) + dx, 0, i32(params.width) - 1));
            let weight = u32((radius + 1 - abs(dx)) * (radius + 1 - abs(dy)));
            sum += weight * unpack4xU8(image[row * params.width + column]);
        }
    }
    let weights = (params.radius + 1u) * (params.radius + 1u); // of a row of the square, and of a column
    let total = weights * weights;
    blurred[id.y * params.width + id.x] = pack4xU8((sum + total / 2u) / total);
}
