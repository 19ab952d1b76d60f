// Three elements are read for each one that is written.
@group(0) @binding(0) var<storage, read> rgb: array<u32>;
@group(0) @binding(1) var<storage, read_write> grey: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&grey)) {
        return;
    }
    grey[i] = (rgb[3u * i] * 2u + rgb[3u * i + 1u] * 5u + rgb[3u * i + 2u]) >> 3u;
}
