// nbody: one step of bodies that attract each other, all pairs, with G = 1
//
//   params      uniform     { n: u32, dt: f32, softening: f32 }
//   positions   read        n elements: x, y, z and the mass
//   velocities  read_write  n elements: x, y, z and a spare; advanced by dt
//   next        read_write  n elements, all written: the positions dt later, with the new velocities
//
// Grid: n invocations along x; body i owns velocities[i] and next[i] and needs all positions. The softening keeps two
// bodies that meet from flying apart.

override WORKGROUP: u32 = 64;

struct Params {
    n: u32,
    dt: f32,
    softening: f32,
}

@group(0) @binding(0) var<storage, read> positions: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> velocities: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> next: array<vec4<f32>>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= params.n) {
        return;
    }
    let body = positions[i];
    var acceleration = vec3(0.0);
    for (var j = 0u; j < params.n; j++) {
        let other = positions[j];
        let d = other.xyz - body.xyz;
        let inverse = inverseSqrt(dot(d, d) + params.softening * params.softening);
        acceleration += d * (other.w * inverse * inverse * inverse);
    }
    let velocity = velocities[i].xyz + acceleration * params.dt;
    velocities[i] = vec4(velocity, velocities[i].w);
    next[i] = vec4(body.xyz + velocity * params.dt, body.w);
}
