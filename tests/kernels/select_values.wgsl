// select over scalars and vectors, both sides evaluated.
@group(0) @binding(0) var<storage, read> src: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4<i32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let a = select(v, v.wzyx, v > vec4<i32>(0));
    dst[id.x] = select(a, -a, (id.x & 1u) == 0u);
}
