// Swaps across the diagonal of a square matrix. Each pair is one invocation's, but lies in two rows: a cut along rows or
// columns has every chunk write into all of them.
@group(0) @binding(0) var<storage, read_write> m: array<f32>;
@group(0) @binding(1) var<uniform> n: u32;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= id.y || id.y >= n) {
        return;
    }
    let lower = m[id.y * n + id.x]; // refused: m
    m[id.y * n + id.x] = m[id.x * n + id.y]; // refused: m
    m[id.x * n + id.y] = lower; // refused: m
}
