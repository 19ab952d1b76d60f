// Reads one half of a buffer and writes the other, which one by a uniform: ping-pong in a single binding.
struct Swap { n: u32, odd: u32 }
@group(0) @binding(0) var<uniform> swap: Swap;
@group(0) @binding(1) var<storage, read_write> halves: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i == 0u || i + 1u >= swap.n) {
        return;
    }
    let src = swap.odd * swap.n;
    let dst = (1u - swap.odd) * swap.n;
    halves[dst + i] = 0.5 * (halves[src + i - 1u] + halves[src + i + 1u]);
}
