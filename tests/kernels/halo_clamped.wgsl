// A stencil whose neighbours are clamped to the ends.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let last = i32(arrayLength(&src)) - 1;
    let i = i32(id.x);
    if (i > last) {
        return;
    }
    var sum = 0;
    for (var k = -2; k <= 2; k++) {
        sum += src[clamp(i + k, 0, last)] * (3 - abs(k));
    }
    dst[i] = sum;
}
