// 3-D grid, z is the slow axis.
const W: u32 = 7u;
const H: u32 = 5u;
const D: u32 = 27u;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4, 2, 2)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (any(id >= vec3<u32>(W, H, D))) {
        return;
    }
    let i = (id.z * H + id.y) * W + id.x;
    dst[i] = src[i] + id.z * 10000u + id.y * 100u + id.x;
}
