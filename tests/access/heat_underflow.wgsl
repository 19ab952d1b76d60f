// Interior points are found by unsigned underflow: x - 1 < w - 2 holds for 1 <= x < w - 1 only.
@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read_write> v: array<f32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = size.x;
    if (id.x - 1u < w - 2u && id.y - 1u < size.y - 2u) {
        let i = id.y * w + id.x;
        v[i] = 0.25 * (u[i - 1u] + u[i + 1u] + u[i - w] + u[i + w]);
    }
}
