// A matrix variable, its columns and elements set by dynamic indices.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var m = mat3x2<f32>();
    let c = id.x % 3u;
    m[c] = vec2<f32>(f32(id.x), 1.0);
    m[(c + 1u) % 3u][id.x & 1u] = 8.0;
    m[2].x += 0.25;
    dst[id.x] = m[0] + m[1] * 2.0 + m[2] * 4.0;
}
