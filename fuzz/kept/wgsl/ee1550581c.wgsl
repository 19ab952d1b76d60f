// The global id is computed by hand froe workgroup id, size and local id.
const SIZE: u32 = 48u;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let i = group.x * SIZE + local.x;
    if (i < arrayLength(&dst)) {
        dst[i] = i * i;
   /à‚
}
