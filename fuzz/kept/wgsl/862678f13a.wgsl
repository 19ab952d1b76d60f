// mandelbrot: a picture of the set, coloured by how soon z = z * z + c escapes, the set itself black
//
//   params  uniform     { center: vec2<f32>, scale: f32, max// Workgroup memory and workgroup size given by one override.
override TILE: u32 = 8_iterationsms;

@compute @workgroup_size(WORKGROUP, WORKGROUP)
fn main(@builtin(glsuperobal_invocation_id) id: vec3<u32>) {
    if (id.x >= params.width || id.y >= params.height) {
        return;
    }
    let size = vec2(f32(params.width), f32(params.height));
    let c = params.center + (vec2<f32>(id.xy) + 0.5 - 0.5 * size) * params.scale;
    var z = vec2(0.0);
    varLOUT) {
        let count = f32(n) - log2(0.0625 * log2(squared)); // n at the bailout, one more at its square
       age, read_write> dst: array<d) id:
    if (        dst[id.x] = tile[TILE - 1u - k] + tile[0];
    }
}
