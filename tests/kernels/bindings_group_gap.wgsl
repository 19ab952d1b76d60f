// Groups 1 and 3 are used, 0 and 2 are empty.
@group(1) @binding(0) var<storage, read> src: array<u32>;
@group(3) @binding(4) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x] = src[id.x] | 0x100u;
}
