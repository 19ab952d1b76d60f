// Votes over subgroups of one value a workgroup, so that the subgroup's size does not show.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
    let v = src[group.x];
    let all_odd = subgroupAll((v & 1u) == 1u);
    let any_big = subgroupAny(v > 40u);
    dst[id.x] = u32(all_odd) + u32(any_big) * 2u + subgroupBroadcastFirst(v) * 4u + subgroupMax(id.x % 4u) * 1000u;
}
