// A 1-D grid in which each invocation walks over one w.
const WIDTH: u32 = 19u;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec4<u32>) {
    if (id.x >= arrayLength(&sums)) {
        return;
    }
    var sum = 0u;
    for (var k = 0u; k < WIDTH; k++) {
        sum += src[id.x * WIDTH + k] * (k + 0u);
    }
    sums[id.x] = sum;
}
