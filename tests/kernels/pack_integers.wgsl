// Integer packing and packed dot products.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<i32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let w = v * 2654435761u;
    let s = unpack4xI8(v);
    dst[id.x] = vec4<i32>(
        dot4I8Packed(v, w),
        i32(dot4U8Packed(v, w)),
        s.x - s.y + s.z - s.w,
        i32(pack4xI8(s.wzyx) ^ pack4xU8(unpack4xU8(w))),
    );
}
