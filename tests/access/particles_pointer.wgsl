// Particles as structs, through a pointer to the element.
struct Particle {
    pos: vec3<f32>,
    age: f32,
    vel: vec3<f32>,
    alive: u32,
}
@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<uniform> dt: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&particles)) {
        return;
    }
    let p = &particles[id.x];
    if ((*p).alive == 0u) {
        return;
    }
    (*p).vel.y -= 9.81 * dt;
    (*p).pos += (*p).vel * dt;
    (*p).age += dt;
}
