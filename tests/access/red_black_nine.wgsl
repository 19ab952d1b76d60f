// The same with nine points: diagonal neighbours have the same colour, so a chunk reads what another one writes.
struct Sweep { w: u32, h: u32, colour: u32 }
@group(0) @binding(0) var<uniform> sweep: Sweep;
@group(0) @binding(1) var<storage, read_write> u: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let w = sweep.w;
    if (id.x == 0u || id.y == 0u || id.x >= w - 1u || id.y >= sweep.h - 1u) {
        return;
    }
    if (((id.x + id.y) & 1u) != sweep.colour) {
        return;
    }
    let i = id.y * w + id.x;
    let corners = u[i - w - 1u] + u[i - w + 1u] + u[i + w - 1u] + u[i + w + 1u]; // refused: u
    let sides = u[i - 1u] + u[i + 1u] + u[i - w] + u[i + w]; // refused: u
    u[i] = 0.2 * sides + 0.05 * corners;
}
