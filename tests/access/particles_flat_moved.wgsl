// As particles_flat, but one word of the position is written too, which every other chunk reads.
@group(0) @binding(0) var<storage, read_write> particles: array<f32>;
@group(0) @binding(1) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= n) {
        return;
    }
    var pull = 0.0;
    for (var j = 0u; j < n; j++) {
        pull += particles[j * 6u + 2u]; // refused: particles
    }
    particles[i * 6u + 2u] += pull;
}
