// minmax: lowest = min(lowest, every value), highest = max(highest, every value)
//
//   values   read    n elements
//   lowest   atomic  one element; i32::MAX where only the values are to count
//   highest  atomic  one element; i32::MIN where only the values are to count
//
// Grid: n invocations along x, one for each value. A workgroup reduces in its own memory first.

override WORKGROUP: u32 = 64;

const LARGEST: i32 = 2147483647;
const SMALLEST: i32 = -2147483648;

@group(0) @binding(0) var<storage, read> values: array<i32>;
@group(0) @binding(1) var<storage, read_write> lowest: atomic<i32>;
@group(0) @binding(2) var<storage, read_write> highest: atomic<i32>;

var<workgroup> low: atomic<i32>;
var<workgroup> high: atomic<i32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if (local == 0u) {
        atomicStore(&low, LARGEST);
        atomicStore(&high, SMALLEST);
    }
    workgroupBarrier();
    if (id.x < arrayLength(&values)) {
        atomicMin(&low, values[id.x]);
        atomicMax(&high, values[id.x]);
    }
    workgroupBarrier();
    if (local == 0u) {
        atomicMin(&lowest, atomicLoad(&low));
        atomicMax(&highest, atomicLoad(&high));
    }
}
