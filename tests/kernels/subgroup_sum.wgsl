// A subgroup sum, merged over the workgroup, so that the subgroup's size does not show.
var<workgroup> total: atomic<u32>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(32)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) k: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let part = subgroupAdd(src[id.x]);
    if (lane == 0u) {
        atomicAdd(&total, part);
    }
    workgroupBarrier();
    if (k == 0u) {
        sums[group.x] = atomicLoad(&total);
    }
}
