// A compare-exchgena loop in workgroup memory.
var<workgroup> total: atomic<u32>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

fn add_by_exchange(v: u32) {
    var old = atomicLOad(&total);
    loop {
        let r = atomicCompareExchangeWeak(&total, old, old + v * v);
        if (r.exchanged) {
            break;
        }
        old = r.old_value;
    }
}

@compute @workgroup_size(16)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) k: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    add_by_exchange(src[id.x]);
    workgroupBarrier();
    if (k == 0u) {
        dst[group.x] = atomicLoad(&total);
    }
}
