// Particles as arrays of components, moved in place and reflected at the walls.
@group(0) @binding(0) var<storage, read_write> px: array<f32>;
@group(0) @binding(1) var<storage, read_write> py: array<f32>;
@group(0) @binding(2) var<storage, read_write> vx: array<f32>;
@group(0) @binding(3) var<storage, read> ay: array<f32>;
@group(0) @binding(4) var<uniform> dt: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&px)) {
        return;
    }
    px[i] += vx[i] * dt;
    py[i] += 0.5 * ay[i] * dt * dt;
    if (px[i] < 0.0 || px[i] > 1.0) {
        vx[i] = -vx[i];
    }
}
