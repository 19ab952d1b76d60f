// Sums a packed lower triangle of its own, ten elements: the index in it is a product of loop counters.
@group(0) @binding(0) var<storage, read> triangles: array<f32>;
@group(0) @binding(1) var<storage, read_write> traces: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&traces)) {
        return;
    }
    var sum = 0.0;
    for (var r = 0u; r < 4u; r++) {
        for (var c = 0u; c <= r; c++) {
            sum += triangles[id.x * 10u + r * (r + 1u) / 2u + c];
        }
    }
    traces[id.x] = sum;
}
