// 2-D grid over a row-major image, both axes hang over the end.
struct Size {
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.width || id.y >= size.height) {
        return;
    }
    let i = id.y * size.width + id.x;
    dst[i] = src[i] + id.x * 1000u + id.y;
}
