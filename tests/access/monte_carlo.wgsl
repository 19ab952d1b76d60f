// Counts random points in a circle, a generator seeded by the index: a sum, and no input.
struct Params { seed: u32, points: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> inside: atomic<u32>;

fn pcg(state: ptr<function, u32>) -> u32 {
    let old = *state;
    *state = old * 747796405u + 2891336453u;
    let word = ((old >> ((old >> 28u) + 4u)) ^ old) * 277803737u;
    return (word >> 22u) ^ word;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var state = id.x ^ params.seed;
    var hits = 0u;
    for (var k = 0u; k < params.points; k++) {
        let x = f32(pcg(&state)) / 4294967296.0;
        let y = f32(pcg(&state)) / 4294967296.0;
        if (x * x + y * y < 1.0) {
            hits++;
        }
    }
    atomicAdd(&inside, hits);
}
