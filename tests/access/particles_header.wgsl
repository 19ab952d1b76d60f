// A struct with a header that all read and a tail of particles, each written by its own.
struct Particle { pos: vec2<f32>, vel: vec2<f32> }
struct Simulation {
    count: u32,
    dt: f32,
    items: array<Particle>,
}
@group(0) @binding(0) var<storage, read_write> sim: Simulation;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= sim.count) {
        return;
    }
    sim.items[id.x].pos += sim.items[id.x].vel * sim.dt;
}
