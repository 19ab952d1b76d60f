// A 2-D grid with a histogram: it may be cut along either axis.
const WIDTH: u32 = 33u;
const HEIGHT: u32 = 31u;
@group(0) @binding(0) var<storage, read> image: array<u32>;
@group(0) @binding(1) var<storage, read_write> histogram: array<atomic<u32>, 8>;

@compute @workgroup_size(4, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < WIDTH && id.y < HEIGHT) {
        atomicAdd(&histogram[image[id.y * WIDTH + id.x] & 7u], id.x + 1u);
    }
}
