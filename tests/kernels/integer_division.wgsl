// Division and remainder, with zero and with INT_MIN / -1 among the operands.
@group(0) @binding(0) var<storage, read> a: array<i32>;
@group(0) @binding(1) var<storage, read> b: array<i32>;
@group(0) @binding(2) var<storage, read_write> dst: array<vec4<i32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let x = select(a[id.x], bitcast<i32>(0x80000000u), id.x % 7u == 0u);
    let y = b[id.x];
    dst[id.x] = vec4<i32>(x / y, x % y, i32(u32(x) / u32(y)), i32(u32(x) % u32(y)));
}
