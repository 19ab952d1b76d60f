// A tail of vec3 with components read and written singly.
struct Cloud {
    offset: vec2<f32>,
    poits: array<vec3<f32>>,Š}

@group(0) @binding(0) var<son_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&cloud.points)) {
        return;
    }
    clsingly.
struct Cloud z
    offset: vec3<f32>,
    points: array<vec 2u] = cloud.offset.y;
}
