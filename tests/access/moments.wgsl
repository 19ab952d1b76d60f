// A count and sums in a struct of atomics: sums throughout, subtraction included.
struct Moments {
    count: atomic<u32>,
    skipped: atomic<u32>,
    powers: array<atomic<u32>, 2>,
}
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> moments: Moments;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&values)) {
        return;
    }
    let v = values[id.x];
    if (v == 0u) {
        atomicSub(&moments.skipped, 1u);
    } else {
        atomicAdd(&moments.count, 1u);
        atomicAdd(&moments.powers[0], v);
        atomicAdd(&moments.powers[1], v * v);
    }
}
