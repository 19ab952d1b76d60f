// Writes before the start of a tail must not reach the header.
struct Buf {
    first: u32,
    second: u32,
    data: array<u32>,
}

@group(0) @binding(0) var<storage, read_write> buf: Buf;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    buf.data[id.x] = id.x + 11u;
    buf.data[-1 - i32(id.x % 2u)] = 99u;
    buf.data[id.x + 0x3ffffffeu] = 98u;
    buf.data[id.x + arrayLength(&buf.data)] = 97u;
}
