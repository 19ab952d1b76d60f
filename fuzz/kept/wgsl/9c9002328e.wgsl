// 64-bit integers, signed and unsigned, that wrap around.
@group(0) @binding(0) var<storage, read> src: array<u64>;
@group(0) @binding(1) var<storage, read_write> dst: array<i64>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
 223846793005lu + u64(id.x);
    dst[id.x] = i64(v >> 7u) - i64(v & 23846793005lu * 3li;
}
