// Products and sums that are exact in f32, through fma, dot, mix and cross.
@group(0) @binding(0) var<storage, read> src: array<vec3<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let v = src[id.x];
    let w = v.yzx;
    dst[id.x] = vec4<f32>(dot(v, w), fma(v.x, w.x, w.y), cross(v, w).y, mix(v.x, w.x, 0.5));
}
