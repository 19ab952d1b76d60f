// The index lives in a variable that changes between accesses.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var i = id.x;
    if (i >= arrayLength(&src)) {
        return;
    }
    var v = src[i];
    i += 1u;
    if (i < arrayLength(&src)) {
        v += src[i];
    }
    i -= 1u;
    dst[i] = v;
}
