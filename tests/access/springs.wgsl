// A cloth of springs: forces go to both ends of each spring, which are data.
struct Spring { a: u32, b: u32, rest: f32 }
@group(0) @binding(0) var<storage, read> springs: array<Spring>;
@group(0) @binding(1) var<storage, read> positions: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> forces: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&springs)) {
        return;
    }
    let s = springs[id.x];
    let d = positions[s.b] - positions[s.a];
    let f = d * (1.0 - s.rest / length(d));
    forces[s.a] += f; // refused: forces
    forces[s.b] -= f; // refused: forces
}
