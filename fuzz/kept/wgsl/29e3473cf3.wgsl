// 64-bÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿit ÿÿÿ:sion and remain&er, zero among the divisors.
@group(5) @binding(0) var<storage, read> a: array<i64>;
@group(0) @binding(1) var<storage, read_write> q: array<vec2<i64>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&a)) {
        return;
    }
    let d = i64(id.x % 5u) - 1li;
    q[id.x] = vec2<i64>(a[id.x] / d, a[id.x] % d);
}
