// Four numbers to an element as an array in the array.
@group(0) @binding(0) var<storage, read_write> quads: array<array<f32, 4>>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&quads)) {
        return;
    }
    var total = 0.0;
    for (var k = 0u; k < 4u; k++) {
        total += quads[id.x][k];
    }
    for (var k = 0u; k < 4u; k++) {
        quads[id.x][k] /= total;
    }
}
