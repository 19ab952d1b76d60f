// A matrix value (let) indexed dynamically by column and row.
@group(0) @binding(0) var<storage, read> src: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let m = mat2x4<f32>(v, v.wzyx);
    let c = id.x & 1u;
    dst[id.x] = m[c][id.x & 3u] + m[1u - c].x;
}
