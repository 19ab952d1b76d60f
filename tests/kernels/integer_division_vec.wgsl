// Vector division and remainder, zero among the components, as compound assignments.
@group(0) @binding(0) var<storage, read> src: array<vec3<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec3<u32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    let d = src[id.x] % vec3<u32>(3u);
    dst[id.x] = src[id.x] / d;
    dst[id.x] += src[id.x].zxy % (d + vec3<u32>(0u, 0u, 1u));
    dst[id.x].x %= 1000u;
}
