// A let pointer to a struct element, and one to its field.
struct Body {
    position: vec3<f32>,
    mass: f32,
    velocity: vec3<f32>,
}

@group(0) @binding(0) var<storage, read_write> bodies: array<Body>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&bodies)) {
        return;
    }
    let body = &bodies[id.x];
    let position = &(*body).position;
    *position += 0.5 * (*body).velocity;
    (*position).y -= (*body).mass;
    (*body).mass = (*position).z;
}
