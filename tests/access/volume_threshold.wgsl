// A 3-D map, z-major, guarded by a comparison of vectors. Slices along z are contiguous.
struct Volume {
    dims: vec3<u32>,
    level: f32,
}
@group(0) @binding(0) var<uniform> volume: Volume;
@group(0) @binding(1) var<storage, read> density: array<f32>;
@group(0) @binding(2) var<storage, read_write> mask: array<u32>;

@compute @workgroup_size(4, 4, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (any(id >= volume.dims)) {
        return;
    }
    let i = (id.z * volume.dims.y + id.y) * volume.dims.x + id.x;
    mask[i] = select(0u, 1u, density[i] > volume.level);
}
