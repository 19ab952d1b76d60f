// The header is written by one invocation: only for the whole grid.
struct Buf {
    done: u32,
    pad: u32,
    data: array<u32>,
}

@group(0) @binding(0) var<storage, read_write> buf: Buf;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&buf.data)) {
        buf.data[id.x] = id.x * 3u;
    }
    if (id.x == 0u) {
        buf.done = arrayLength(&buf.data);
    }
}
