// The index is doubled after its guard, which says nothing about it any more. Elements past the array are skipped, the
// others are one's own; folded, they are not.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<uniform> fold: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var i = id.x;
    if (i >= arrayLength(&dst)) {
        return;
    }
    i = i * 2u;
    if (fold != 0u) {
        i = i % fold;
    }
    dst[i] = id.x; // refused: dst
}
