// arrayLength of a tail behind an unaligned header, and a tail broadcast by constant index.
struct Buf {
    flags: vec3<u32>,
    last: u32,
    more: u32,
    data: array<u32>,
}

@group(0) @binding(0) var<storage, read> buf: Buf;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&buf.data);
    if (id.x >= n) {
        return;
    }
    dst[id.x] = buf.data[id.x] + n * buf.flags.y + buf.data[2] + buf.more;
}
