// A let pointer to a storage element, read and written through it.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let source = &src[id.x];
    let to = &dst[id.x];
    *to += *source;
    *to = *to * 2u + *source;
}
