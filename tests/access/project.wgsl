// Subtracts the pressure's gradient from the velocity, in place: own velocity, neighbours' pressure.
struct Size { w: u32, h: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> pressure: array<f32>;
@group(0) @binding(2) var<storage, read_write> velocity: array<vec2<f32>>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = id.x;
    let y = id.y;
    if (x < 1u || x > size.w - 2u || y < 1u || y > size.h - 2u) {
        return;
    }
    let i = y * size.w + x;
    let dx = pressure[i + 1u] - pressure[i - 1u];
    let dy = pressure[i + size.w] - pressure[i - size.w];
    velocity[i] -= 0.5 * vec2<f32>(dx, dy);
}
