// Single components of storage vectors are read and written.
@group(0) @binding(0) var<storage, read_write> a: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read_write> b: array<vec3<u32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&a)) {
        return;
    }
    a[id.x].y = a[id.x].x + a[id.x].w;
    a[id.x].w -= 7;
    b[id.x].z = u32(a[id.x].y);
    b[id.x].x *= 3u;
}
