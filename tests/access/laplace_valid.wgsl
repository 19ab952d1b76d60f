// A 3 x 3 filter without borders: the output is two columns narrower, so its pitch differs from the input's.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let pitch = size.x - 2u;
    if (id.x >= pitch || id.y >= size.y - 2u) {
        return;
    }
    var sum = -9.0 * src[(id.y + 1u) * size.x + id.x + 1u];
    for (var j = 0u; j < 3u; j++) {
        for (var i = 0u; i < 3u; i++) {
            sum += src[(id.y + j) * size.x + id.x + i];
        }
    }
    dst[id.y * pitch + id.x] = sum;
}
