// Rays against all spheres of a scene; only pixels are split.
struct Sphere { center: vec3<f32>, radius: f32, color: vec3<f32>, shine: f32 }
struct Camera { eye: vec3<f32>, zoom: f32, size: vec2<u32> }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> spheres: array<Sphere>;
@group(0) @binding(2) var<storage, read_write> pixels: array<vec4<f32>>;

fn hit(eye: vec3<f32>, ray: vec3<f32>, s: u32) -> f32 {
    let to = spheres[s].center - eye;
    let along = dot(to, ray);
    let h = spheres[s].radius * spheres[s].radius - dot(to, to) + along * along;
    return select(1e30, along - sqrt(max(h, 0.0)), h > 0.0);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= camera.size.x || id.y >= camera.size.y) {
        return;
    }
    let uv = (vec2<f32>(id.xy) / vec2<f32>(camera.size) - 0.5) * camera.zoom;
    let ray = normalize(vec3<f32>(uv, 1.0));
    var nearest = 1e30;
    var color = vec3<f32>(0.1);
    for (var s = 0u; s < arrayLength(&spheres); s++) {
        let d = hit(camera.eye, ray, s);
        if (d > 0.0 && d < nearest) {
            nearest = d;
            color = spheres[s].color;
        }
    }
    pixels[id.y * camera.size.x + id.x] = vec4<f32>(color, nearest);
}
