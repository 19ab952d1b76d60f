// The guard is built up in a variable by && and used later.
struct Size { w: u32, h: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read_write> cells: array<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var inside = id.x < size.w;
    inside = inside && id.y < size.h;
    if (inside) {
        cells[id.y * size.w + id.x] += 1u;
    }
}
