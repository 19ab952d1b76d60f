// Seven points in a volume: one slice before and one after each chunk along z.
struct Grid {
    nx: u32,
    ny: u32,
    nz: u32,
    k: f32,
}
@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

fn cell(x: u32, y: u32, z: u32) -> u32 {
    return x + grid.nx * (y + grid.ny * z);
}

@compute @workgroup_size(4, 4, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < 1u || id.y < 1u || id.z < 1u) {
        return;
    }
    if (id.x > grid.nx - 2u || id.y > grid.ny - 2u || id.z > grid.nz - 2u) {
        return;
    }
    let c = src[cell(id.x, id.y, id.z)];
    var sum = -6.0 * c;
    sum += src[cell(id.x - 1u, id.y, id.z)] + src[cell(id.x + 1u, id.y, id.z)];
    sum += src[cell(id.x, id.y - 1u, id.z)] + src[cell(id.x, id.y + 1u, id.z)];
    sum += src[cell(id.x, id.y, id.z - 1u)] + src[cell(id.x, id.y, id.z + 1u)];
    dst[cell(id.x, id.y, id.z)] = c + grid.k * sum;
}
