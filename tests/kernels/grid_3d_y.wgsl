// 3-D grid, y is the slow axis, with workgroup_id and local ids of all axes.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(2, 3, 4)
fn main(
    @builtin(workgroup_id) g: vec3<u32>,
    @builtin(local_invocation_id) l: vec3<u32>,
    @builtin(num_workgroups) n: vec3<u32>,
) {
    let p = g * vec3<u32>(2u, 3u, 4u) + l;
    let i = (p.y * (n.z * 4u) + p.z) * (n.x * 2u) + p.x;
    dst[i] = g.x + g.y * 10u + g.z * 100u + l.x * 1000u + l.y * 10000u + l.z * 100000u;
}
