// A convolution without padding: the output is shorter than the input.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read> weights: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    var sum = 0u;
    for (var k = 0u; k < arrayLength(&weights); k++) {
        sum += src[id.x + k] * weights[k];
    }
    dst[id.x] = sum;
}
