// 2-D grid over a column-major image: x is the slow axis.
const HEIGHT: u32 = 29u;
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(4, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x * HEIGHT + id.y;
    if (id.y < HEIGHT && i < arrayLength(&dst)) {
        dst[i] = src[i] * 2 - i32(id.x);
    }
}
