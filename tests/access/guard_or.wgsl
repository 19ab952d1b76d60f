// || where && was meant: columns past the edge get through as long as the row is inside.
@group(0) @binding(0) var<storage, read_write> image: array<u32>;
@group(0) @binding(1) var<uniform> size: vec2<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < size.x || id.y < size.y) {
        image[id.y * size.x + id.x] = id.x; // refused: image
    }
}
