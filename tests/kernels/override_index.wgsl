// An override as an index into a runtime-sized array and into a local one.
override SLOT: u32 = 1u;
@group(0) @binding(0) var<storage, read> lut: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var local = array<u32, 4>(1u, 2u, 3u, 4u);
    local[SLOT] += id.x;
    dst[id.x] = lut[SLOT] + local[SLOT] + local[3u - SLOT] * 10u;
}
