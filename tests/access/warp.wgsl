// Distorts an image around its centre: where a pixel comes from is computed in f32.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;
@group(0) @binding(3) var<uniform> strength: f32;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.x || id.y >= size.y) {
        return;
    }
    let uv = vec2<f32>(id.xy) / vec2<f32>(size) * 2.0 - 1.0;
    let bent = uv * (1.0 + strength * dot(uv, uv));
    let p = vec2<i32>((bent * 0.5 + 0.5) * vec2<f32>(size));
    let q = clamp(p, vec2<i32>(0), vec2<i32>(size) - 1);
    dst[id.y * size.x + id.x] = src[u32(q.y) * size.x + u32(q.x)];
}
