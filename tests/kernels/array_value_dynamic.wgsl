// An array value (let) indexed dynamically.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&src)) {
        return;
    }
    let a = array<u32, 5>(src[i], 10u, i, 30u, src[i] ^ i);
    dst[i] = a[src[i] % 5u] + a[i % 5u] * 2u;
}
