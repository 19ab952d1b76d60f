// array<array<u32, 4>> with a dynamic inner index.
@group(0) @binding(0) var<storage, read> src: array<array<u32, 4>>;
@group(0) @binding(1) var<storage, read_write> dst: array<array<u32, 4>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    for (var k = 0u; k < 4u; k++) {
        dst[id.x][k] = src[id.x][3u - k] + k;
    }
    dst[id.x][2] += src[id.x][0];
}
