// The width comes as f32 in a uniform of four floats: a known value, so its conversion is known too.
@group(0) @binding(0) var<uniform> params: vec4<f32>;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let width = u32(params.x);
    let height = u32(params.y);
    if (id.x >= width || id.y >= height) {
        return;
    }
    let i = id.y * width + id.x;
    dst[i] = pow(src[i], params.z);
}
