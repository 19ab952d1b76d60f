// Gaussian elimination below row k, in place: all read row k, which nobody writes since only rows after it are.
struct Step { n: u32, k: u32 }
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read_write> m: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let col = id.x + step.k + 1u;
    let row = id.y + step.k + 1u;
    if (col >= step.n || row >= step.n) {
        return;
    }
    let factor = m[row * step.n + step.k] / m[step.k * step.n + step.k];
    m[row * step.n + col] -= factor * m[step.k * step.n + col];
}
