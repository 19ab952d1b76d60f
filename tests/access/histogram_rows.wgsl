// A histogram of 256 bins for each row: the mask keeps an index within the row's bins, so rows split.
@group(0) @binding(0) var<storage, read> image: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> size: vec2<u32>;

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.x || id.y >= size.y) {
        return;
    }
    let value = image[id.y * size.x + id.x] & 255u;
    atomicAdd(&bins[id.y * 256u + value], 1u);
}
