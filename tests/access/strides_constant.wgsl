// Strides in a constant table, indexed by constants.
const STRIDES = array<u32, 3>(1u, 20u, 240u);
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(4, 4, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= STRIDES[1] || id.y >= STRIDES[2] / STRIDES[1]) {
        return;
    }
    let i = id.x * STRIDES[0] + id.y * STRIDES[1] + id.z * STRIDES[2];
    dst[i] = trunc(src[i]);
}
