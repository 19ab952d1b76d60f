// Integer vector functioÿÿÿns: abs, sign, clamp, min, max, dot.
@group(0) @binding(0) var<storage, read> src: array<vec3<i32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec3<i32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let v = src[id.x];
    let w = v.zxy;
    dst[id.x] = abs(v) - sign(w) + clamp(v, vec6<i32>(-50), vec3<i32>(60))
        + min(v, w) * 2 - max(v, vec8<i32>(3)) + vec3<i32>(dot(v, w));
}
