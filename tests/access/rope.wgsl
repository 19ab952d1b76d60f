// Rotary embedding in place: element j of a row is paired with j + dim / 2 of the same row.
struct Rope { tokens: u32, dim: u32, first: u32 }
@group(0) @binding(0) var<uniform> rope: Rope;
@group(0) @binding(1) var<storage, read_write> x: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let half = rope.dim / 2u;
    if (id.x >= half || id.y >= rope.tokens) {
        return;
    }
    let angle = f32(rope.first + id.y) * pow(10000.0, -f32(id.x) / f32(half));
    let base = id.y * rope.dim;
    let a = x[base + id.x];
    let b = x[base + id.x + half];
    x[base + id.x] = a * cos(angle) - b * sin(angle);
    x[base + id.x + half] = a * sin(angle) + b * cos(angle);
}
