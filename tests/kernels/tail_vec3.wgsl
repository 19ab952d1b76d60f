// A tail of vec3 with components read and written singly.
struct Cloud {
    offset: vec2<f32>,
    points: array<vec3<f32>>,
}

@group(0) @binding(0) var<storage, read_write> cloud: Cloud;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&cloud.points)) {
        return;
    }
    cloud.points[id.x].z += cloud.offset.x;
    cloud.points[id.x][id.x % 2u] = cloud.offset.y;
}
