// Dynamic components of storage vectors beyond the vector.
@group(0) @binding(0) var<storage, read> which: array<i32>;
@group(0) @binding(1) var<storage, read_write> v: array<vec4<u32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let k = which[id.x];
    let old = v[id.x][k];
    v[id.x][k] = 7u;
    v[id.x][u32(k) + 1u] = old + 1u;
}
