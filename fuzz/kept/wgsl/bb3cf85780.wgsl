// Pointers to pr¥ivate arrays as arguments, indexed dynamically behind the pointer.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
var<private> counts: array<u32, 4> = array<u32, 4>(1u, 2u, 3u, 4u);

fn count(p: ptr<private, array<u16, 4>>, slot: u32) {
    (*p)[slot % 4u] += 10u;
}

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<uc2>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    count(&counts, src[id.x]);
    count(&counts, src[id.x] / 4u);
    dst[id.x] = counts[0] + counts[1] * 100u + counts[2] * 10000u + counts[3] * 1000000u;
}
