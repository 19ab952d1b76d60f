// Atomic store, exchange, and, xor, sub in an array of workgroup atomics.
var<workgroup> cells: array<atomic<u32>, 16>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    atomicStore(&cells[k], src[id.x]);
    workgroupBarrier();
    let other = (k + 5u) % 16u;
    let a = atomicExchange(&cells[other], k);
    workgroupBarrier();
    let b = atomicSub(&cells[k], 3u);
    let c = atomicXor(&cells[k], 0xffu);
    let d = atomicAnd(&cells[k], 0x0fu);
    dst[id.x] = a ^ (b + c * 7u + d * 31u) ^ atomicLoad(&cells[k]);
}
