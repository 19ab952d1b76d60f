// A 2-D grid whose width is that of the array: num_workgroups gives the pitch.
@group(0) @binding(0) var<storage, read_write> field: array<f32>;
@group(0) @binding(1) var<uniform> time: f32;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let pitch = groups.x * 8u;
    field[id.y * pitch + id.x] = sin(time + f32(id.x)) * cos(f32(id.y));
}
