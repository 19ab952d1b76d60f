// Atomics in storage out of bounds: skipped, their results are zero.
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let a = atomicAdd(&cells[id.x], 5u);
    let b = atomicExchange(&cells[id.x], a + 2u);
    let c = atomicLoad(&cells[id.x]);
    atomicStore(&cells[id.x], c + 1u);
    let d = atomicMax(&cells[id.x + 0x40000000u], 77u);
    let e = atomicSub(&cells[-1 - i32(id.x)], 1u);
    dst[id.x] = a + b * 3u + c * 5u + d * 1000000u + e * 1000000u + 1u;
}
