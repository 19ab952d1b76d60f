// 2-D convolution of a gray image with zeros around it: a signed range test skips what lies outside.
struct Params { width: i32, height: i32, radius: i32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> image: array<f32>;
@group(0) @binding(2) var<storage, read> mask: array<f32>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = i32(id.x);
    let y = i32(id.y);
    if (x >= params.width || y >= params.height) {
        return;
    }
    let r = params.radius;
    var sum = 0.0;
    for (var dy = -r; dy <= r; dy++) {
        let iy = y + dy;
        if (iy < 0 || iy >= params.height) {
            continue;
        }
        for (var dx = -r; dx <= r; dx++) {
            let ix = x + dx;
            if (ix >= 0 && ix < params.width) {
                let weight = mask[(dy + r) * (2 * r + 1) + dx + r];
                sum += weight * image[iy * params.width + ix];
            }
        }
    }
    result[y * params.width + x] = sum;
}
