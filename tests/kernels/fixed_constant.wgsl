// A fixed-size table in storage with constant indices, output fixed-size too.
@group(0) @binding(0) var<storage, read> lut: array<vec2<u32>, 9>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32, 112>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x] = lut[0].x + lut[8].y * 2u + lut[id.x % 9u].x * id.x;
}
