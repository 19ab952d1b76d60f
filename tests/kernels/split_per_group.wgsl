// One element for each workgroup.
@group(0) @binding(0) var<storage, read_write> dst: array<vec2<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    if (index == 0u) {
        dst[group.x] = vec2<u32>(group.x, group.x * group.x);
    }
}
