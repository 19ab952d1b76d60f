// Components of storage vectors by a dynamic index, read and written.
@group(0) @binding(0) var<storage, read> which: array<u32>;
@group(0) @binding(1) var<storage, read_write> v: array<vec4<u32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&v)) {
        return;
    }
    let k = which[id.x] & 3u;
    let old = v[id.x][k];
    v[id.x][k] = v[id.x][(k + 1u) & 3u];
    v[id.x][(k + 2u) & 3u] += old;
}
