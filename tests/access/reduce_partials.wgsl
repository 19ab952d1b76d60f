// A sum for each workgroup by a tree in workgroup memory; its first invocation writes it.
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> partials: array<f32>;

var<workgroup> shared_sums: array<f32, 256>;

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_id) lid: vec3<u32>,
    @builtin(workgroup_id) wg: vec3<u32>,
) {
    shared_sums[lid.x] = select(0.0, values[id.x], id.x < arrayLength(&values));
    workgroupBarrier();
    for (var s = 128u; s > 0u; s = s / 2u) {
        if (lid.x < s) {
            shared_sums[lid.x] += shared_sums[lid.x + s];
        }
        workgroupBarrier();
    }
    if (lid.x == 0u) {
        partials[wg.x] = shared_sums[0];
    }
}
