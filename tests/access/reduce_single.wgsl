// Sums everything in one workgroup's loop and writes one element. Every workgroup of a larger launch writes that element.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

var<workgroup> lanes: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_id) lid: vec3<u32>) {
    var sum = 0u;
    for (var i = lid.x; i < arrayLength(&values); i += 64u) {
        sum += values[i];
    }
    lanes[lid.x] = sum;
    workgroupBarrier();
    if (lid.x == 0u) {
        for (var k = 1u; k < 64u; k++) {
            sum += lanes[k];
        }
        result[0] = sum; // refused: result
    }
}
