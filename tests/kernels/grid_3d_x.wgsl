// 3-D grid, x is the slow axis.
const H: u32 = 5u;
const D: u32 = 3u;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(2, 4, 2)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    if (id.y >= H || id.z >= D) {
        return;
    }
    dst[(id.x * H + id.y) * D + id.z] = id.x + groups.x * 1000u + groups.y * 100u + groups.z * 10u;
}
