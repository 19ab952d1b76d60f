// The tail of a struct is written, its header only read.
struct Buf {
    first: u32,
    step: u32,
    values: array<u32>,
}

@group(0) @binding(0) var<storage, read_write> buf: Buf;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&buf.values)) {
        return;
    }
    buf.values[id.x] = buf.first + buf.step * id.x;
}
