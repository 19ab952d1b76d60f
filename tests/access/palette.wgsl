// Colours of indexed pixels from a palette.
@group(0) @binding(0) var<storage, read> indexed: array<u32>;
@group(0) @binding(1) var<storage, read> palette: array<vec4<f32>, 256>;
@group(0) @binding(2) var<storage, read_write> image: array<vec4<f32>>;
@group(0) @binding(3) var<uniform> size: vec2<u32>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (any(id.xy >= size)) {
        return;
    }
    let i = id.y * size.x + id.x;
    image[i] = palette[indexed[i] & 255u];
}
