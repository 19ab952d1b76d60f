// Vector elements and their components past the end.
@group(0) @binding(0) var<storage, read> src: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<u32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x] = src[id.x + 2u].xw;
    dst[id.x + 1000u].y = 5u;
    dst[id.x].x += src[id.x + 2u].y + src[i32(id.x) - 1].z;
}
