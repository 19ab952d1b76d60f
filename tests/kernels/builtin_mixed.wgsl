// A struct argument between two separate builtins.
struct Ids {
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) local: vec3<u32>,
}

@group(0) @binding(0) var<storage, read_write> dst: array<vec4<u32>>;

@compute @workgroup_size(16)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    ids: Ids,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    dst[id.x] = vec4<u32>(ids.group.x, ids.local.x, groups.x, groups.y);
}
