// A uniform matrix, whole and by dynamic column.
@group(0) @binding(0) var<uniform> m: mat4x4<f32>;
@group(0) @binding(1) var<storage, read> src: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> dst: array<vec4<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&src)) {
        dst[id.x] = m * src[id.x] + m[id.x & 3u];
    }
}
