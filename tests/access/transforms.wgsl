// An own matrix for each point, and its columns written one by one.
@group(0) @binding(0) var<storage, read_write> frames: array<mat3x3<f32>>;
@group(0) @binding(1) var<storage, read> axes: array<vec3<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&axes)) {
        return;
    }
    let z = normalize(axes[id.x]);
    let x = normalize(cross(vec3<f32>(0.0, 1.0, 0.0), z));
    frames[id.x][0] = x;
    frames[id.x][1] = cross(z, x);
    frames[id.x][2] = z;
}
