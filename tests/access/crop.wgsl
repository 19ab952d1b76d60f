// Cuts a rectangle out: the pitch of the output is not the input's.
struct Crop {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    pitch: u32,
}
@group(0) @binding(0) var<uniform> crop: Crop;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < crop.width && id.y < crop.height) {
        dst[id.y * crop.width + id.x] = src[(id.y + crop.top) * crop.pitch + id.x + crop.left];
    }
}
