// Flocking from one buffer of particles to another, all of the first are looked at.
struct Particle {
    pos: vec2<f32>,
    vel: vec2<f32>,
}
struct SimParams {
    delta_t: f32,
    rule_distance: f32,
    rule_scale: f32,
}
@group(0) @binding(0) var<uniform> params: SimParams;
@group(0) @binding(1) var<storage, read> particles_src: array<Particle>;
@group(0) @binding(2) var<storage, read_write> particles_dst: array<Particle>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) global_invocation_id: vec3<u32>) {
    let total = arrayLength(&particles_src);
    let index = global_invocation_id.x;
    if (index >= total) {
        return;
    }
    var v_pos: vec2<f32> = particles_src[index].pos;
    var v_vel: vec2<f32> = particles_src[index].vel;
    var center = vec2<f32>(0.0, 0.0);
    var count = 0;
    var i: u32 = 0u;
    loop {
        if (i >= total) {
            break;
        }
        if (i == index) {
            continue;
        }
        let pos = particles_src[i].pos;
        if (distance(pos, v_pos) < params.rule_distance) {
            center += pos;
            count += 1;
        }
        continuing {
            i = i + 1u;
        }
    }
    if (count > 0) {
        center = center * (1.0 / f32(count)) - v_pos;
    }
    v_vel = v_vel + center * params.rule_scale;
    v_pos = v_pos + v_vel * params.delta_t;
    particles_dst[index] = Particle(v_pos, v_vel);
}
