// A grid-stride loop: the invocations of a chunk write elements far apart, but never one of another chunk. Where the
// grid covers the array, each writes one.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let n = arrayLength(&src);
    let stride = groups.x * 64u;
    for (var i = id.x; i < n; i += stride) {
        dst[i] = tanh(src[i]);
    }
}
