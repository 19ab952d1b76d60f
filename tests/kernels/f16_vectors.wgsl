// f16 vectors, single components by constant and dynamic index.
enable f16;
@group(0) @binding(0) var<storage, read> src: array<vec4<f16>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec3<f16>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let v = src[id.x];
    dst[id.x] = v.xyz * 2.0h - v.wxy;
    dst[id.x].y = v[id.x & 3u];
    dst[id.x][id.x % 3u] = f16(id.x);
}
