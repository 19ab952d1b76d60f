// Copies the second row to the first and the last but one to the last, in place: two windows for each chunk, and
// nobody writes the rows that are read.
struct Size { w: u32, h: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read_write> field: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = id.x;
    if (x >= size.w) {
        return;
    }
    field[x] = field[size.w + x]; // refused: field
    let last = (size.h - 1u) * size.w;
    field[last + x] = field[last - size.w + x]; // refused: field
}
