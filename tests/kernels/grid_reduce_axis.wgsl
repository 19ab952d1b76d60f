// A 2-D grid in which only the first column of invocations writes.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    if (id.x != 0u || id.y >= arrayLength(&dst)) {
        return;
    }
    let width = groups.x * 4u;
    var best = 0u;
    for (var x = 0u; x < width; x += 1u) {
        best = max(best, src[id.y * width + x]);
    }
    dst[id.y] = best;
}
