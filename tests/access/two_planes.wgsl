// Writes two planes of one buffer. They are apart if the second begins after all of the first; if not, other chunks write there.
struct Params { count: u32, plane: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> polar: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> planes: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= params.count) {
        return;
    }
    let p = polar[i];
    planes[i] = p.x * cos(p.y); // refused: planes
    planes[params.plane + i] = p.x * sin(p.y); // refused: planes
}
