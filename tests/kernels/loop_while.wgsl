// while with continue, counting down a data-dependent number.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&src)) {
        return;
    }
    var v = src[id.x] % 50u;
    var sum = 0u;
    while v > 0u {
        v -= 1u;
        if ((v & 3u) == 2u) {
            continue;
        }
        sum += v;
    }
    dst[id.x] = sum;
}
