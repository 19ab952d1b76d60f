// A five-point stencil on rows, edges copied.
struct Size {
    width: i32,
    height: i32,
}

@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> size: Size;

fn at(x: i32, y: i32) -> f32 {
    return src[y * size.width + x];
}

@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = i32(id.x);
    let y = i32(id.y);
    if (x >= size.width || y >= size.height) {
        return;
    }
    var v = at(x, y);
    if (x > 0 && y > 0 && x < size.width - 1 && y < size.height - 1) {
        v = 0.25 * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) - v;
    }
    dst[y * size.width + x] = v;
}
