// Doubles an image, each row between two rows: y / 2 and the row after it, clamped.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= 2u * size.x || id.y >= 2u * size.y) {
        return;
    }
    let x = id.x / 2u;
    let y = id.y / 2u;
    let below = min(y + 1u, size.y - 1u);
    let half = f32(id.y & 1u) * 0.5;
    dst[id.y * size.x * 2u + id.x] = mix(src[y * size.x + x], src[below * size.x + x], half);
}
