// Atomics on the own element only, their results used.
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let a = atomicAdd(&cells[id.x], 5u);
    let b = atomicMax(&cells[id.x], 1000u);
    let c = atomicXor(&cells[id.x], id.x);
    let d = atomicExchange(&cells[id.x], a + b);
    dst[id.x] = a ^ (b * 3u) ^ (c * 5u) ^ (d * 7u);
}
