// The guard and the index are in functions of their own, the guard returns early.
struct Size { w: u32, h: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

fn inside(p: vec2<u32>) -> bool {
    if (p.x >= size.w) {
        return false;
    }
    return p.y < size.h;
}

fn flat(p: vec2<u32>) -> u32 {
    return p.y * size.w + p.x;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (!inside(id.xy)) {
        return;
    }
    let at = flat(id.xy);
    dst[at] = fract(src[at]);
}
