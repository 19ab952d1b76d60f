// Whole builtin vectors are stored to an array<vec3>.
@group(0) @binding(0) var<storage, read_write> ids: array<vec3<u32>>;
@group(0) @binding(1) var<storage, read_write> groups: array<vec3<u32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
    ids[id.x] = id;
    groups[id.x] = group;
}
