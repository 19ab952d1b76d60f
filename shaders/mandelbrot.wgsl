// mandelbrot: a picture of the set, coloured by how soon z = z * z + c escapes, the set itself black
//
//   params  uniform     { center: vec2<f32>, scale: f32, max_iterations, width, height: u32 }; the scale is the side
//                       of a pixel in the plane, its imaginary axis pointing down
//   pixels  read_write  height rows of width pixels, all written: RGBA, a byte each, red the lowest
//
// Grid: [width, height] invocations, one for each pixel.

override WORKGROUP: u32 = 8;

const BAILOUT: f32 = 65536.0; // |z|^2; far beyond 4, which makes the smooth count smooth
const TURN: f32 = 6.2831853;

struct Params {
    center: vec2<f32>,
    scale: f32,
    max_iterations: u32,
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<storage, read_write> pixels: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP, WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.width || id.y >= params.height) {
        return;
    }
    let size = vec2(f32(params.width), f32(params.height));
    let c = params.center + (vec2<f32>(id.xy) + 0.5 - 0.5 * size) * params.scale;
    var z = vec2(0.0);
    var squared = 0.0;
    var n = 0u;
    while (n < params.max_iterations && squared < BAILOUT) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        squared = z.x * z.x + z.y * z.y;
        n++;
    }
    var colour = vec3(0.0);
    if (squared >= BAILOUT) {
        let count = f32(n) - log2(0.0625 * log2(squared)); // n at the bailout, one more at its square
        // Three cosines out of step make the palette; the square root slows it down where counts grow fast.
        let turns = fract(0.15 * sqrt(max(count, 0.0)) + vec3(0.55, 0.65, 0.75)) - 0.5;
        colour = 0.5 + 0.5 * cos(TURN * turns);
    }
    pixels[id.y * params.width + id.x] = pack4x8unorm(vec4(colour, 1.0));
}
