// Coordinates and index in f32, as fluid solvers do it: exact as long as every number is below 2^24.
@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@group(0) @binding(2) var<uniform> size: vec2<f32>;

fn at(x: f32, y: f32) -> u32 {
    return u32(x + y * size.x);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let p = vec2<f32>(id.xy);
    if (p.x >= size.x || p.y >= size.y) {
        return;
    }
    result[at(p.x, p.y)] = 2.0 * source[at(p.x, p.y)]; // refused: result
}
