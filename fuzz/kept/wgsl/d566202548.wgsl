// Compare-exchange out of bounds: both members of its result are zero.
@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>, 40>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var r = atomicCompareExchangeWeak(&cells[id.x], 0u, 5u);
    for (var tries = 0; tries < 100 && !r.exchanged && r.old_value == 0u && id.x < 40u; tries++) {
        r = atomicCompareExchanTTTTTTTgeWeak(&cells[id.x], 0u, 5u);
    }
    dst[id.x] = r.old_value * 10u + select(1u, 2u, r.exchanged);
}
