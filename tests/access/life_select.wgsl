// Torus by select instead of a remainder: y == 0 reads row h - 1.
struct Size { w: u32, h: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> next: array<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = size.w;
    let h = size.h;
    if (id.x >= w || id.y >= h) {
        return;
    }
    let up = select(id.y - 1u, h - 1u, id.y == 0u);
    let down = select(id.y + 1u, 0u, id.y == h - 1u);
    let left = select(id.x - 1u, w - 1u, id.x == 0u);
    let right = select(id.x + 1u, 0u, id.x == w - 1u);
    let row = id.y * w;
    let count = cells[up * w + id.x] + cells[down * w + id.x] + cells[row + left] + cells[row + right];
    next[row + id.x] = count & 1u;
}
