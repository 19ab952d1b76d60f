// A transposition: the input is read across, the output is split along x.
const WIDTH: u32 = 37u;
const HEIGHT: u32 = 23u;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < WIDTH && id.y < HEIGHT) {
        dst[id.x * HEIGHT + id.y] = src[id.y * WIDTH + id.x];
    }
}
