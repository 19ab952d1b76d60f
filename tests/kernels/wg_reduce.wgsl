// A tree reduction with a barrier in the loop, one result for each workgroup.
var<workgroup> part: array<u32, 64>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) k: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    var v = 0u;
    if (id.x < arrayLength(&src)) {
        v = src[id.x];
    }
    part[k] = v;
    workgroupBarrier();
    for (var half = 32u; half > 0u; half >>= 1u) {
        if (k < half) {
            part[k] += part[k + half];
        }
        workgroupBarrier();
    }
    if (k == 0u) {
        sums[group.x] = part[0];
    }
}
