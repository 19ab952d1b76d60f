// Semi-Lagrangian advection: the velocity decides where a value comes from.
struct Fluid { w: u32, h: u32, dt: f32 }
@group(0) @binding(0) var<uniform> fluid: Fluid;
@group(0) @binding(1) var<storage, read> velocity: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> dye: array<f32>;
@group(0) @binding(3) var<storage, read_write> dye_next: array<f32>;

fn sample(p: vec2<f32>) -> f32 {
    let q = clamp(p, vec2<f32>(0.0), vec2<f32>(f32(fluid.w) - 1.001, f32(fluid.h) - 1.001));
    let cell = vec2<u32>(floor(q));
    let f = fract(q);
    let i = cell.y * fluid.w + cell.x;
    return mix(mix(dye[i], dye[i + 1u], f.x), mix(dye[i + fluid.w], dye[i + fluid.w + 1u], f.x), f.y);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= fluid.w || id.y >= fluid.h) {
        return;
    }
    let i = id.y * fluid.w + id.x;
    let origin = vec2<f32>(id.xy) - fluid.dt * velocity[i];
    dye_next[i] = sample(origin);
}
