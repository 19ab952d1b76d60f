// A vector value (let) indexed beyond its components.
@group(0) @binding(0) var<storage, read> src: array<vec3<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let k = i32(id.x % 6u);
    dst[id.x] = v[k] + v[k - 2] * 10u + (v + vec3<u32>(1u))[k + 1];
}
