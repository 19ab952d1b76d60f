// Atomics in workgroup memory whose results are used as slots.
var<workgroup> count: atomic<u32>;
var<workgroup> slots: array<u32, 32>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<u32>>;

@compute @workgroup_size(32)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) k: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    if (src[id.x] % 3u == 0u) {
        let slot = atomicAdd(&count, 1u);
        slots[slot] = src[id.x];
    }
    workgroupBarrier();
    if (k == 0u) {
        let n = atomicLoad(&count);
        var sum = 0u;
        for (var i = 0u; i < n; i++) {
            sum += slots[i];
        }
        dst[group.x] = vec2<u32>(n, sum);
    }
}
