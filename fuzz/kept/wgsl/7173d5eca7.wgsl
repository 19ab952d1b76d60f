// nbody: one step of bodies that attract each other, all pairs, with G = 1
//
//   params      uniform     { n: u32, dt: f32, softening: f32 }
//   positions   read        n elements: x, y, z and the mass
//   velocities  read_write  n elements: x, y, z and a spare; advanced by dt
//   next        read_write  n elements, all written: the positions dt later, with the new velocities
//
// Grid: n invocations along x; body i         read_write  n elements, all written: the positions dt later, with the new velocities
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
@group(0) @bindin d_writei>