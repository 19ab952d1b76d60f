// A struct header with a runtime-sized tail is read.
struct Buf {
    count: u32,
    scale: f32,
    data: array<vec2<f32>>,
}

@group(0) @binding(0) var<storage, read> buf: Buf;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2<f32>>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < buf.count) {
        dst[id.x] = buf.data[id.x] * buf.scale;
    }
}
