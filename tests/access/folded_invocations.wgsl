// The other usual way to fold a 1-D grid: id.x + id.y * (num_workgroups.x * workgroup size).
@group(0) @binding(0) var<storage, read_write> values: array<f32>;
@group(0) @binding(1) var<uniform> scale: f32;

const WORKGROUP: u32 = 256u;

@compute @workgroup_size(256, 1, 1)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(num_workgroups) nwg: vec3<u32>) {
    let index = gid.x + gid.y * (nwg.x * WORKGROUP);
    if (index < arrayLength(&values)) {
        values[index] *= scale;
    }
}
