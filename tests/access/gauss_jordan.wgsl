// Elimination in all rows but k, in place. Row k is read by all and written by none, because of the guard `row == k`.
struct Step { n: u32, k: u32 }
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> factors: array<f32>;
@group(0) @binding(2) var<storage, read_write> m: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.n || id.y >= step.n || id.y == step.k) {
        return;
    }
    m[id.y * step.n + id.x] -= factors[id.y] * m[step.k * step.n + id.x]; // refused: m
}
