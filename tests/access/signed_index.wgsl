// The index goes through i32 and back, guarded as i32: for lengths below 2^31 that changes nothing.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;
@group(0) @binding(2) var<uniform> n: i32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = i32(gid.x);
    if (i < 0 || i >= n) {
        return;
    }
    dst[i] = -src[u32(i)];
}
