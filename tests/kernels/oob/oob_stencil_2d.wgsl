// A stencil over rows without any guard on y.
const WIDTH: i32 = 11;
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(4, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = i32(id.x);
    let i = i32(id.y) * WIDTH + x;
    if (x < WIDTH) {
        dst[i] = src[i - WIDTH] + src[i + WIDTH] * 2 + src[i - 1] * 3 + src[i + 1] * 5;
    }
}
