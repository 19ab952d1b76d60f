// Iterates each pixel until it escapes; only writes.
struct View { size: vec2<u32>, center: vec2<f32>, scale: f32, limit: u32 }
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read_write> image: array<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (any(id.xy >= view.size)) {
        return;
    }
    let c = view.center + (vec2<f32>(id.xy) / vec2<f32>(view.size) - 0.5) * view.scale;
    var z = vec2<f32>(0.0);
    var n = 0u;
    loop {
        if (n == view.limit || dot(z, z) > 4.0) {
            break;
        }
        z = vec2<f32>(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        n += 1u;
    }
    image[id.y * view.size.x + id.x] = n;
}
