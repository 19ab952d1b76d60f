// A critical section by a spin lock: workgroups wait for each other.
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> lock: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> sum: array<f32>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&values)) {
        return;
    }
    loop {
        let taken = atomicCompareExchangeWeak(&lock, 0u, 1u); // refused: lock
        if (taken.exchanged) {
            break;
        }
    }
    sum[0] += values[id.x]; // refused: sum
    atomicStore(&lock, 0u); // refused: lock
}
