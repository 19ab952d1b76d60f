// k-means' second half: each point adds itself to its centre, plainly. Two chunks may hold points of one centre.
@group(0) @binding(0) var<storage, read> points: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> nearest: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<vec2<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&points)) {
        sums[nearest[id.x]] += points[id.x]; // refused: sums
    }
}
