// Inverts a packed image, 2-D grid, row-major: a band of rows is a contiguous window.
struct Size {
    width: u32,
    height: u32,
}
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> size: Size;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.width || id.y >= size.height) {
        return;
    }
    let i = id.y * size.width + id.x;
    let rgb = ~input[i] & 0x00ffffffu;
    output[i] = rgb | (input[i] & 0xff000000u);
}
