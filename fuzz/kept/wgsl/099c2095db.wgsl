// A data-dependent while loop, bounded by a count.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    var v = src[id.x] % 1000u + 1u;
    var steps = 0u;
    while v != 1u && steps < 300u {
        v = select(v / 2u, 3u * v + 1u, (v & 1u) == 1u);
        steps += 1u;
    }
    dst[id.x] = steps;
}
