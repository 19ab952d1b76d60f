// Index arithmetic that wraps around and comes back.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let far = id.x - 100000u;
    dst[far + 100000u] = src[(id.x * 0x80000001u) & 0x7fffffffu];
}
