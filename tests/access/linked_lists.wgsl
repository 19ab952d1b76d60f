// A list for each bucket: the head is exchanged, and the old one becomes the node's link.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> heads: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> links: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&keys)) {
        return;
    }
    let bucket = keys[id.x] % arrayLength(&heads);
    links[id.x] = atomicExchange(&heads[bucket], id.x); // refused: heads
}
