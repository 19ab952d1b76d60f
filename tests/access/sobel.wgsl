// Edge strength of a packed RGBA image, through functions three calls deep that clamp and unpack.
struct Size { width: u32, height: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> pixels: array<u32>;
@group(0) @binding(2) var<storage, read_write> edges: array<u32>;

fn offset(p: vec2<i32>) -> u32 {
    let q = clamp(p, vec2<i32>(0), vec2<i32>(i32(size.width), i32(size.height)) - 1);
    return u32(q.y) * size.width + u32(q.x);
}

fn luma(p: vec2<i32>) -> f32 {
    return dot(unpack4x8unorm(pixels[offset(p)]).rgb, vec3<f32>(0.299, 0.587, 0.114));
}

fn gradient(p: vec2<i32>) -> vec2<f32> {
    let gx = luma(p + vec2(1, -1)) + 2.0 * luma(p + vec2(1, 0)) + luma(p + vec2(1, 1))
        - luma(p + vec2(-1, -1)) - 2.0 * luma(p + vec2(-1, 0)) - luma(p + vec2(-1, 1));
    let gy = luma(p + vec2(-1, 1)) + 2.0 * luma(p + vec2(0, 1)) + luma(p + vec2(1, 1))
        - luma(p + vec2(-1, -1)) - 2.0 * luma(p + vec2(0, -1)) - luma(p + vec2(1, -1));
    return vec2(gx, gy);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.width || id.y >= size.height) {
        return;
    }
    let strength = length(gradient(vec2<i32>(id.xy)));
    edges[id.y * size.width + id.x] = pack4x8unorm(vec4<f32>(vec3<f32>(strength), 1.0));
}
