// D2Q5 streaming and relaxation, a plane for each direction, on a torus: all of the old planes, five bands of the new.
struct Lattice { w: u32, h: u32, tau: f32 }
@group(0) @binding(0) var<uniform> lattice: Lattice;
@group(0) @binding(1) var<storage, read> f_in: array<f32>;
@group(0) @binding(2) var<storage, read_write> f_out: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = lattice.w;
    let h = lattice.h;
    if (id.x >= w || id.y >= h) {
        return;
    }
    let cells = w * h;
    let west = (id.x + w - 1u) % w;
    let east = (id.x + 1u) % w;
    let south = (id.y + h - 1u) % h;
    let north = (id.y + 1u) % h;
    var f: array<f32, 5>;
    f[0] = f_in[id.y * w + id.x];
    f[1] = f_in[cells + id.y * w + west];
    f[2] = f_in[2u * cells + id.y * w + east];
    f[3] = f_in[3u * cells + south * w + id.x];
    f[4] = f_in[4u * cells + north * w + id.x];
    let rho = f[0] + f[1] + f[2] + f[3] + f[4];
    for (var k = 0u; k < 5u; k++) {
        f_out[k * cells + id.y * w + id.x] = mix(f[k], 0.2 * rho, 1.0 / lattice.tau);
    }
}
