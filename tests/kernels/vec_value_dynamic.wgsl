// A vector value (let) indexed dynamically.
@group(0) @binding(0) var<storage, read> src: array<vec3<i32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let v = src[id.x];
    let k = id.x % 3u;
    dst[id.x] = v[k] * 2 + (v + vec3<i32>(1, 2, 3))[2u - k];
}
