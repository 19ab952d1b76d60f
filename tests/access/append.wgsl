// Stream compaction by an append counter: the slot depends on who comes first.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> counter: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> kept: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&values)) {
        return;
    }
    if (values[id.x] % 3u == 0u) {
        let slot = atomicAdd(&counter, 1u); // refused: counter
        kept[slot] = values[id.x]; // refused: kept
    }
}
