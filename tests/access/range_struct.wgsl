// A minimum and a maximum in one struct: copies of that binding could not be merged by one operation.
struct Range {
    low: atomic<u32>,
    high: atomic<u32>,
}
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> range: Range;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&values)) {
        atomicMin(&range.low, values[id.x]); // refused: range
        atomicMax(&range.high, values[id.x]); // refused: range
    }
}
