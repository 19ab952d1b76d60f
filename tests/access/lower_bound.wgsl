// Binary search in a sorted table for each query: the data leads through all of it.
@group(0) @binding(0) var<storage, read> sorted: array<u32>;
@group(0) @binding(1) var<storage, read> queries: array<u32>;
@group(0) @binding(2) var<storage, read_write> found: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&queries)) {
        return;
    }
    let key = queries[id.x];
    var low = 0u;
    var high = arrayLength(&sorted);
    while (low < high) {
        let middle = (low + high) / 2u;
        if (sorted[middle] < key) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    found[id.x] = low;
}
