// Lays the 3 x 3 neighbourhood of each pixel out in a row of a matrix.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> columns: array<f32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let ow = size.x - 2u;
    let oh = size.y - 2u;
    if (id.x >= ow || id.y >= oh) {
        return;
    }
    let pixel = id.y * ow + id.x;
    for (var k = 0u; k < 9u; k++) {
        columns[pixel * 9u + k] = image[(id.y + k / 3u) * size.x + id.x + k % 3u];
    }
}
