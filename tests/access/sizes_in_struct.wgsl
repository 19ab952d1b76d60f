// Sizes in a storage struct, as tensor libraries pass shapes and strides.
struct Tensor {
    shape: vec4<u32>,
    strides: vec4<u32>,
    offset: u32,
}
@group(0) @binding(0) var<storage, read> tensor: Tensor;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(4, 4, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= tensor.shape.z || id.y >= tensor.shape.y || id.z >= tensor.shape.x) {
        return;
    }
    let at = tensor.offset + dot(id.zyx, tensor.strides.xyz);
    dst[(id.z * tensor.shape.y + id.y) * tensor.shape.z + id.x] = src[at];
}
