// num_workgroups tells the last workgroup of the whole grid from the others.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var v = 1u;
    if (group.x == 0u) {
        v = 2u;
    } else if (group.x + 1u == groups.x) {
        v = 3u;
    }
    dst[id.x] = v * 100u + (groups.x - group.x);
}
