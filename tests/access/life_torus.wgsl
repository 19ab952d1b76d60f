// Game of life on a torus, wrap-around by remainder: the first chunk needs the last row.
struct Size { w: u32, h: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> cells: array<u32>;
@group(0) @binding(2) var<storage, read_write> next: array<u32>;

fn alive(x: u32, y: u32) -> u32 {
    return cells[(y % size.h) * size.w + (x % size.w)];
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.w || id.y >= size.h) {
        return;
    }
    let x = id.x + size.w;
    let y = id.y + size.h;
    let count = alive(x - 1u, y - 1u) + alive(x, y - 1u) + alive(x + 1u, y - 1u)
        + alive(x - 1u, y) + alive(x + 1u, y)
        + alive(x - 1u, y + 1u) + alive(x, y + 1u) + alive(x + 1u, y + 1u);
    let own = alive(x, y);
    next[id.y * size.w + id.x] = select(0u, 1u, count == 3u || (own == 1u && count == 2u));
}
