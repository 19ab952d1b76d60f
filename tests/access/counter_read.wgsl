// Counts, and looks at the count: what a chunk sees depends on the others.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> marks: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&values)) {
        return;
    }
    if (values[id.x] > 100u && atomicLoad(&count) < 16u) { // refused: count
        atomicAdd(&count, 1u); // refused: count
        marks[id.x] = 1u;
    }
}
