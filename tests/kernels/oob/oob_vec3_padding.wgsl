// Component 3 of a vec3 in storage is padding, not data.
@group(0) @binding(0) var<storage, read> src: array<vec3<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec3<u32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var k = 0u; k < 5u; k++) {
        dst[id.x][k] = src[id.x][k] + src[id.x][k + 1u] * 2u + 1u;
    }
}
