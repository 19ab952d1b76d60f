// Each invocation writes four elements, the next one begins `stride` later. Below four they overlap.
struct Params { count: u32, stride: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.count) {
        return;
    }
    for (var k = 0u; k < 4u; k++) {
        dst[id.x * params.stride + k] = src[id.x] * f32(k); // refused: dst
    }
}
