// Horizontal half of a separable blur: clamped within the row, so rows are whole.
struct Blur { width: u32, height: u32, radius: i32 }
@group(0) @binding(0) var<uniform> blur: Blur;
@group(0) @binding(1) var<storage, read> kernel_weights: array<f32>;
@group(0) @binding(2) var<storage, read> src: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> dst: array<vec4<f32>>;

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= blur.width || id.y >= blur.height) {
        return;
    }
    let row = id.y * blur.width;
    var sum = vec4<f32>(0.0);
    for (var d = -blur.radius; d <= blur.radius; d++) {
        let x = u32(clamp(i32(id.x) + d, 0, i32(blur.width) - 1));
        sum += kernel_weights[u32(abs(d))] * src[row + x];
    }
    dst[row + id.x] = sum;
}
