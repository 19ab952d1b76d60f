// A loop with the grid's size as its stride: each invocation's elements lie far apart.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let n = arrayLength(&src);
    for (var i = id.x; i < n; i += groups.x * 16u) {
        dst[i] = src[i] + id.x;
    }
}
