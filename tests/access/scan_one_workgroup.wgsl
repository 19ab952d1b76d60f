// A prefix sum of everything in one workgroup, by local ids and a carry. A second workgroup would do the same again.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

var<workgroup> block: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_id) lid: vec3<u32>) {
    let n = arrayLength(&data);
    var carry = 0u;
    for (var start = 0u; start < n; start += 64u) {
        let i = start + lid.x;
        block[lid.x] = select(0u, data[i], i < n); // refused: data
        workgroupBarrier();
        var sum = carry;
        for (var k = 0u; k <= lid.x; k++) {
            sum += block[k];
        }
        var all = carry;
        for (var k = 0u; k < 64u; k++) {
            all += block[k];
        }
        if (i < n) {
            data[i] = sum; // refused: data
        }
        carry = all;
        workgroupBarrier();
    }
}
