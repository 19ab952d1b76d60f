// The same without the clamp: that the slot stays below 64 is known only by counting who comes.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> blocks: array<u32>;

var<workgroup> used: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) wg: vec3<u32>) {
    if (id.x >= arrayLength(&values) || values[id.x] == 0u) {
        return;
    }
    let slot = atomicAdd(&used, 1u);
    blocks[wg.x * 64u + slot] = values[id.x]; // refused: blocks
}
