// select evaluates both sides: at the ends it reads out of bounds, which is zero, and throws that away.
@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read_write> v: array<f32>;
@group(0) @binding(2) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= n) {
        return;
    }
    let left = select(0.0, u[i - 1u], i > 0u);
    let right = select(0.0, u[i + 1u], i + 1u < n);
    v[i] = 0.5 * (right - left);
}
