// A function-local array as a small ring buffer, indices computed at run time.
@group(0) @binding(0) var<storage, read> src: array<i32>;
@group(0) @binding(1) var<storage, read_write> dst: array<i32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x * 4u + 3u >= arrayLength(&src)) {
        return;
    }
    var ring: array<i32, 3>;
    var at = 0;
    for (var k = 0u; k < 4u; k++) {
        ring[at] = ring[(at + 1) % 3] + src[id.x * 4u + k];
        at = (at + 2) % 3;
    }
    dst[id.x] = ring[0] + ring[1] * 10 + ring[2] * 100;
}
