// The inner index of array<array> runs out of its row.
@group(0) @binding(0) var<storage, read> src: array<array<u32, 4>>;
@group(0) @binding(1) var<storage, read_write> dst: array<array<u32, 4>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var k = 0; k < 7; k++) {
        dst[id.x][k - 1] = src[id.x][k] + src[id.x][k - 3] * 10u + 1u;
    }
}
