// Grey of a tightly packed RGB image, three bytes a pixel across words. 64 pixels are 48 whole words.
@group(0) @binding(0) var<storage, read> rgb: array<u32>;
@group(0) @binding(1) var<storage, read_write> grey: array<u32>;

fn byte_at(at: u32) -> u32 {
    return (rgb[at / 4u] >> ((at % 4u) * 8u)) & 255u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&grey)) {
        return;
    }
    grey[i] = (byte_at(3u * i) * 77u + byte_at(3u * i + 1u) * 150u + byte_at(3u * i + 2u) * 29u) >> 8u;
}
