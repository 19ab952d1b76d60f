// The output is the input reversed: windows on it would run backwards.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&src);
    if (id.x < n) {
        dst[id.x] = src[n - 1u - id.x];
    }
}
