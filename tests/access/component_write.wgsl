// Writes two components of a vector; the others keep their content.
@group(0) @binding(0) var<storage, read> heights: array<f32>;
@group(0) @binding(1) var<storage, read_write> points: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&heights)) {
        points[id.x].y = heights[id.x];
        points[id.x].w = 1.0;
    }
}
