// Transcendental functions; each vendor computes them otherwise.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let v = abs(src[id.x]) * 0.125 + 0.5;
    dst[id.x] = vec4<f32>(sin(v) + cos(v), exp2(-v) * log2(v), sqrt(v) / v, pow(v, 1.5) + atan2(v, 2.0));
}
