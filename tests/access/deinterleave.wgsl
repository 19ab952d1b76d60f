// RGB to three planes in a loop over channels: three windows of one buffer for each chunk.
@group(0) @binding(0) var<storage, read> rgb: array<f32>;
@group(0) @binding(1) var<storage, read_write> planes: array<f32>;
@group(0) @binding(2) var<uniform> pixels: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= pixels) {
        return;
    }
    for (var c = 0u; c < 3u; c++) {
        planes[c * pixels + id.x] = rgb[id.x * 3u + c];
    }
}
