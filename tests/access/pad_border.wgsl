// Puts a border of zeros around an image. Whether a pixel has a source is an unsigned range test by underflow.
struct Params {
    width: u32,
    height: u32,
    border: u32,
}
@group(0) @binding(0) var<uniform> p: Params;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let pitch = p.width + 2u * p.border;
    let rows = p.height + 2u * p.border;
    if (id.x >= pitch || id.y >= rows) {
        return;
    }
    let x = id.x - p.border;
    let y = id.y - p.border;
    var value = 0.0;
    if (x < p.width && y < p.height) {
        value = src[y * p.width + x];
    }
    dst[id.y * pitch + id.x] = value;
}
