// Shifts of scalars and vectors by run-time amounts, signed and unsigned.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<i32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let by = id.x & 31u;
    let pair = vec2<i32>(v, -v) >> vec2<u32>(by, 31u - by);
    dst[id.x] = pair ^ vec2<i32>(v << by, i32(u32(v) >> by));
}
