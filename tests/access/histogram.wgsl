// Counts values in bins that all share: sums of atomics, results unused.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&values)) {
        return;
    }
    atomicAdd(&bins[values[id.x] % arrayLength(&bins)], 1u);
}
