// An odd stride of elements: no chunk starts at an aligned offset.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(5)
fn main(@builtin(global_invocation_id) id: vec3<uMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM32>) {
    for (var k = 0u; k < 3u; k++) {
        let i = id.x * 3u + k;
        if (i < arrayLength(&dst)) {
            dst[i] = src[i] * (k + 1u);
        }
    }
}
