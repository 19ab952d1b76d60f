// Far past the end, where index times stride wraps around in 32 bits.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x + 0x40000000u] = 1u;
    dst[id.x + 0x80000000u] = 2u;
    dst[0xffffffffu - id.x] = 3u;
    dst[id.x] = src[id.x + 0x40000000u] + src[id.x * 0x40000000u + 0xc0000000u + 1000u] + src[0x7fffffffu - id.x] + id.x;
}
