// A matrix value (let) indexed beyond its columns and rows.
@group(0) @binding(0) var<storage, read> src: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec3<f32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let m = mat2x2<f32>(src[id.x], vec2<f32>(4.0, 8.0));
    let k = i32(id.x % 5u) - 1;
    dst[id.x] = m[k] + vec2<f32>(m[1][k], m[k][k]);
}
