// A grid along z alone, workgroups of 1 x 1 x 16.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(1, 1, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.z;
    if (i >= arrayLength(&dst)) {
        return;
    }
    dst[i] = ~src[i];
}
