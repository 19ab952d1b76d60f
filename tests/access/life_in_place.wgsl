// Life on one buffer: neighbours of the next row may be the new ones already.
@group(0) @binding(0) var<storage, read_write> cells: array<u32>;
@group(0) @binding(1) var<uniform> size: vec2<u32>;

@compute @workgroup_size(64, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = size.x;
    if (id.x - 1u >= w - 2u || id.y - 1u >= size.y - 2u) {
        return;
    }
    let i = id.y * w + id.x;
    let rows = cells[i - w] + cells[i + w]; // refused: cells
    let count = rows + cells[i - 1u] + cells[i + 1u]; // refused: cells
    cells[i] = select(0u, 1u, count == 2u || count == 3u);
}
