// The largest of the r elements before to the r after; the loop's bounds are cut at the ends by max and min.
override RADIUS: u32;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&src);
    let i = id.x;
    if (i >= n) {
        return;
    }
    let first = max(i, RADIUS) - RADIUS;
    let last = min(i + RADIUS + 1u, n);
    var largest = 0u;
    for (var j = first; j < last; j++) {
        largest = max(largest, src[j]);
    }
    dst[i] = largest;
}
