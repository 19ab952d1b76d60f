// Maximum along the depth of a volume: a pixel's rays go through all slices, so a band of rows reads pieces of each.
@group(0) @binding(0) var<storage, read> volume: array<f32>;
@group(0) @binding(1) var<storage, read> curve: array<f32>;
@group(0) @binding(2) var<storage, read_write> image: array<f32>;
@group(0) @binding(3) var<uniform> size: vec3<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.x || id.y >= size.y) {
        return;
    }
    var largest = 0.0;
    for (var z = 0u; z < size.z; z++) {
        largest = max(largest, volume[(z * size.y + id.y) * size.x + id.x]);
    }
    let level = u32(clamp(largest, 0.0, 1.0) * f32(arrayLength(&curve) - 1u));
    image[id.y * size.x + id.x] = curve[level];
}
