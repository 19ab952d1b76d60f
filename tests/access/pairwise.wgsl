// Distances of all pairs of points: the same array is read by rows and as a whole.
@group(0) @binding(0) var<storage, read> points: array<vec3<f32>>;
@group(0) @binding(1) var<storage, read_write> distances: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&points);
    if (id.x >= n || id.y >= n) {
        return;
    }
    distances[id.y * n + id.x] = distance(points[id.x], points[id.y]);
}
