// Signed and unsigned values mixed in one index.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&src);
    let half = i32(n) / 2;
    let s = i32(id.x) - half;
    let i = u32(s + half);
    if (i >= n) {
        return;
    }
    dst[i] = src[u32(bitcast<i32>(i))] + u32(abs(s)) + bitcast<u32>(s);
}
