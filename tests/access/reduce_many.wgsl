// Each workgroup sums a block of 1024, four elements for each invocation at stride 256.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> partials: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) wg: vec3<u32>) {
    var sum = 0u;
    for (var k = 0u; k < 4u; k++) {
        let i = wg.x * 1024u + k * 256u + lane;
        if (i < arrayLength(&values)) {
            sum += values[i];
        }
    }
    atomicAdd(&total, sum);
    workgroupBarrier();
    if (lane == 0u) {
        partials[wg.x] = atomicLoad(&total);
    }
}
