// Records of six floats in one flat array: the positions of all are read, the velocities of one's own written. No word is both,
// so it can be split, although the windows overlap.
@group(0) @binding(0) var<storage, read_write> particles: array<f32>;
@group(0) @binding(1) var<uniform> n: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= n) {
        return;
    }
    var pull = vec3(0.0);
    for (var j = 0u; j < n; j++) {
        let d = vec3(particles[j * 6u], particles[j * 6u + 1u], particles[j * 6u + 2u])
            - vec3(particles[i * 6u], particles[i * 6u + 1u], particles[i * 6u + 2u]);
        pull += d * inverseSqrt(dot(d, d) + 0.01);
    }
    particles[i * 6u + 3u] += pull.x;
    particles[i * 6u + 4u] += pull.y;
    particles[i * 6u + 5u] += pull.z;
}
