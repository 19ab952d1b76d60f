// Builtins are swizzled, compared as vectors and indexed dynamically.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8, 2)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let size = groups.xy * vec2<u32>(8u, 2u);
    if (any(id.xy >= size)) {
        return;
    }
    let which = (id.x + id.y) % 3u;
    dst[id.y * size.x + id.x] = id.zyx[which] * 10u + groups[which];
}
