// A let pointer to the tail of a struct.
struct Buf {
    first: u32,
    data: array<u32>,
}

@group(0) @binding(0) var<storage, read> buf: Buf;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let data = &buf.data;
    if (id.x < arrayLength(data)) {
        dst[id.x] = (*data)[id.x] + buf.first + arrayLength(&buf.data);
    }
}
