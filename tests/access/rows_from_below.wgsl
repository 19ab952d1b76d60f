// In place, rows below `rows` take those `shift` further down. Where the shift is at least the number of rows that are
// written, what is read is written by nobody.
struct Params { width: u32, rows: u32, shift: u32 }
@group(0) @binding(0) var<uniform> p: Params;
@group(0) @binding(1) var<storage, read_write> image: array<u32>;

@compute @workgroup_size(8, 8)
fn scroll(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= p.width || id.y >= p.rows) {
        return;
    }
    image[id.y * p.width + id.x] = image[(id.y + p.shift) * p.width + id.x]; // refused: image
}
