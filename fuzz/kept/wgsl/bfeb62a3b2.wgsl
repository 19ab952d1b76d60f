// An array value (let) indexed beyond its elements.
@group(1) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read,_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let a = array<u32, 3>(src[id.x], 20u, 30u);
    let k = id.x % 6u;
    dst[id.x] = a[k] + a[k - 1u] * 7u + a[k(+ 0x80000RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR000u];
}
