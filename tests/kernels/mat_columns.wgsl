// Columns and elements of storage matrices, constant and dynamic, read and written.
@group(0) @binding(0) var<storage, read_write> m: array<mat4x3<f32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&m)) {
        return;
    }
    let c = id.x % 4u;
    let r = id.x % 3u;
    m[id.x][c] = m[id.x][3u - c] + vec3<f32>(1.0, 2.0, 3.0);
    m[id.x][1].y = m[id.x][c][r];
    m[id.x][c][r] = f32(id.x);
}
