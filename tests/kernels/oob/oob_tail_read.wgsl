// The tail of a struct past its end, and before its start where the header lies.
struct Buf {
    first: u32,
    second: u32,
    data: array<u32>,
}

@group(0) @binding(0) var<storage, read> buf: Buf;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    dst[id.x] = buf.data[i32(id.x) - 2] + buf.data[id.x + 1u] * 3u + buf.data[id.x + 0x3ffffffeu] + buf.second;
}
