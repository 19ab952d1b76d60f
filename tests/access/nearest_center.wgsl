// The nearest of all centres for each point: k-means' first half.
struct Shape { points: u32, centers: u32, dim: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> points: array<f32>;
@group(0) @binding(2) var<storage, read> centers: array<f32>;
@group(0) @binding(3) var<storage, read_write> nearest: array<u32>;

fn squared(p: u32, c: u32) -> f32 {
    var sum = 0.0;
    for (var d = 0u; d < shape.dim; d++) {
        let difference = points[p * shape.dim + d] - centers[c * shape.dim + d];
        sum += difference * difference;
    }
    return sum;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= shape.points) {
        return;
    }
    var best = 0u;
    var least = squared(id.x, 0u);
    for (var c = 1u; c < shape.centers; c++) {
        let d = squared(id.x, c);
        if (d < least) {
            least = d;
            best = c;
        }
    }
    nearest[id.x] = best;
}
