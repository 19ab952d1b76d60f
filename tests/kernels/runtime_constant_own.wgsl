// A constant index beside a dynamic one in the same input: it has to be read whole.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&dst)) {
        dst[id.x] = src[id.x] - src[0];
    }
}
