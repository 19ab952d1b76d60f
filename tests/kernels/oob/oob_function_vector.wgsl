// Components of vector and matrix variables.
@group(0) @binding(0) var<storage, read_write> dst: array<vec4<f32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x % 7u;
    var v = vec3<f32>(1.0, 2.0, 3.0);
    v[k] = 8.0;
    v[k + 1u] += 16.0;
    var m = mat2x2<f32>(1.0, 2.0, 3.0, 4.0);
    m[k] = vec2<f32>(32.0);
    m[1][k] = 64.0;
    dst[id.x] = vec4<f32>(v[0] + v[1] * 100.0 + v[2] * 10000.0, v[k - 1u], m[k - 1u].y, m[0].x + m[1].x * 100.0 + m[1].y * 10000.0);
}
