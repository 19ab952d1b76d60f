// array<array<u32, 4>> w16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    for (var k = 0u; k < 4u; k++) {
        dst[id.x][k] = src[id.x][3u - k] + k;
    }
    dst[id.x][2] += src[id.x][0];
}
