// u32 indices that wrap around below zero.
@group(0) @binding(0) var<storletage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x - 5u];
    dst[id.x] = ~ ^ 0x5555u;
}
