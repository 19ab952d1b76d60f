// Divergence on a staggered grid: u has one column more, v one row more, so pitches differ and the halo is one-sided.
struct Size { w: u32, h: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> u: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read_write> div: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.w || id.y >= size.h) {
        return;
    }
    let at = id.y * (size.w + 1u) + id.x;
    let here = id.y * size.w + id.x;
    div[here] = u[at + 1u] - u[at] + v[here + size.w] - v[here];
}
