// array<vec3<f32>>, whose stride is 16 bytes.
@group(0) @binding(0) var<storage, read> src: array<vec3<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec3<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let v = src[id.x];
    dst[id.x] = v.zxy * 2.0 + vec3<f32>(f32(id.x), 0.0, -1.0);
}
