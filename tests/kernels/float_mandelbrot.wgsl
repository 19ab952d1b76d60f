// An escape-time loop over floats; vendors may contract the products.
struct View {
    width: u32,
    height: u32,
    step: f32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read_write> image: array<u32>;

@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= view.width || id.y >= view.height) {
        return;
    }
    let c = vec2<f32>(f32(id.x) * view.step - 2.0, f32(id.y) * view.step - 1.0);
    var z = vec2<f32>(0.0);
    var n = 0u;
    while n < 64u && dot(z, z) < 4.0 {
        z = vec2<f32>(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        n++;
    }
    image[id.y * view.width + id.x] = n;
}
