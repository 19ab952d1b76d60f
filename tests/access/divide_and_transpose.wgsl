// A 1-D id is taken apart and put together the other way round. It is a permutation, so no element is written twice, but a chunk
// begins and ends within a row and writes all over the result.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> dims: vec2<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= dims.x * dims.y) {
        return;
    }
    let x = id.x % dims.x;
    let y = id.x / dims.x;
    dst[x * dims.y + y] = src[id.x]; // refused: dst
}
