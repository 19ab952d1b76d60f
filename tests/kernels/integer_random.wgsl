// A chain of hash rounds on 32-bit integers that wrap around.
@group(0) @binding(0) var<uniform> seed: u32;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn pcg(v: u32) -> u32 {
    let state = v * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    var v = pcg(id.x ^ seed);
    for (var k = 0u; k < 3u; k++) {
        v = pcg(v + k);
    }
    dst[id.x] = v;
}
