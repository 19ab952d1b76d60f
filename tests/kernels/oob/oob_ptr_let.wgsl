// let pointers to elements out of bounds.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let source = &src[i32(id.x) - 1];
    let to = &dst[id.x];
    let beyond = &dst[id.x + arrayLength(&dst)];
    *to = *source + *beyond + 1u;
    *beyond = 5u;
    *to += *source * 2u + *beyond;
}
