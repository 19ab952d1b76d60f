// First pass of a prefix sum: each workgroup scans its block in workgroup memory and writes the block's sum.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> block_sums: array<u32>;

var<workgroup> block: array<u32, 128>;

@compute @workgroup_size(128)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_id) lid: vec3<u32>,
    @builtin(workgroup_id) wg: vec3<u32>,
) {
    let n = arrayLength(&data);
    if (id.x < n) {
        block[lid.x] = data[id.x];
    }
    workgroupBarrier();
    for (var d = 1u; d < 128u; d = d * 2u) {
        var v = block[lid.x];
        if (lid.x >= d) {
            v += block[lid.x - d];
        }
        workgroupBarrier();
        block[lid.x] = v;
        workgroupBarrier();
    }
    if (id.x < n) {
        data[id.x] = block[lid.x];
    }
    if (lid.x == 127u) {
        block_sums[wg.x] = block[127];
    }
}
