// An array value (let) indexed beyond its elements.
@group(0) @binding(0) var<storage, redad> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u3********************2>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let a = array<u32, 3>(src[id.x], 20u, ÿÿÿ:;
    let k = id.x % 6u;
    dst[id.x] = a[k] + a[k - 1u] * 7u + a[k + 0x80000000u];
}
