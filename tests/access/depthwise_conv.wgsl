// A 3 x 3 filter for each channel: a channel along z needs its own plane and its own nine weights only.
struct Layer { channels: u32, height: u32, width: u32 }
@group(0) @binding(0) var<uniform> layer: Layer;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read> weights: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;

@compute @workgroup_size(8, 8, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= layer.width || id.y >= layer.height || id.z >= layer.channels) {
        return;
    }
    let plane = id.z * layer.height * layer.width;
    var sum = 0.0;
    for (var k = 0; k < 9; k++) {
        let x = clamp(i32(id.x) + k % 3 - 1, 0, i32(layer.width) - 1);
        let y = clamp(i32(id.y) + k / 3 - 1, 0, i32(layer.height) - 1);
        sum += input[plane + u32(y) * layer.width + u32(x)] * weights[id.z * 9u + u32(k)];
    }
    output[plane + id.y * layer.width + id.x] = sum;
}
