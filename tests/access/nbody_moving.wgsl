// The same, but the own position moves too: others read it at that time.
struct Body {
    pos: vec3<f32>,
    mass: f32,
    vel: vec3<f32>,
    radius: f32,
}
@group(0) @binding(0) var<storage, read_write> bodies: array<Body>;
@group(0) @binding(1) var<uniform> dt: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&bodies);
    if (id.x >= n) {
        return;
    }
    var force = vec3<f32>(0.0);
    for (var j = 0u; j < n; j++) {
        let d = bodies[j].pos - bodies[id.x].pos; // refused: bodies
        force += d * bodies[j].mass / pow(dot(d, d) + 0.01, 1.5);
    }
    bodies[id.x].vel += force * dt;
    bodies[id.x].pos += bodies[id.x].vel * dt; // refused: bodies
}
