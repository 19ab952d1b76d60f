// A constant array indexed beyond its elements, and a member of an array of arrays.
const TABLE = array<array<u32, 2>, 3>(array<u32, 2>(1u, 2u), array<u32, 2>(3u, 4u), array<u32, 2>(5u, 6u));
const LINE = array<u32, 3>(7u, 8u, 9u);
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = id.x % 7u;
    dst[id.x] = LINE[k] + TABLE[k][1] * 10u + TABLE[1][k] * 100u + LINE[k - 1u] * 1000u;
}
