// Atomics on one's own element, results used: nobody else is near.
@group(0) @binding(0) var<storage, read_write> locks: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> old: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&locks)) {
        old[id.x] = atomicExchange(&locks[id.x], id.x);
    }
}
