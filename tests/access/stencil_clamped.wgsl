// Neighbours clamped at the borders, through i32 and back.
@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read_write> v: array<f32>;
@group(0) @binding(2) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= n) {
        return;
    }
    let i = i32(id.x);
    let left = u[u32(max(i - 1, 0))];
    let right = u[u32(min(i + 1, i32(n) - 1))];
    v[id.x] = left - 2.0 * u[id.x] + right;
}
