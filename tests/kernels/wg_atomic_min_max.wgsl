// Atomic minimum and maximum, signed and unsigned, in a workgroup struct.
struct Stats {
    low: atomic<i32>,
    high: atomic<i32>,
    bits: atomic<u32>,
}

var<workgroup> stats: Stats;
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec3<i32>>;

@compute @workgroup_size(16)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) k: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let v = src[id.x];
    atomicMin(&stats.low, v);
    atomicMax(&stats.high, v);
    atomicOr(&stats.bits, 1u << (u32(v) & 31u));
    workgroupBarrier();
    if (k == 0u) {
        dst[group.x] = vec3<i32>(atomicLoad(&stats.low), atomicLoad(&stats.high), i32(atomicLoad(&stats.bits)));
    }
}
