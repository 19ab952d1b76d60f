// The header is written while the tail is: every chunk has the header.
struct Buffer {
    steps: u32,
    frozen: u32,
    items: array<u32>,
}
@group(0) @binding(0) var<storage, read_write> buffer: Buffer;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&buffer.items)) {
        buffer.items[id.x] += 1u;
    }
    buffer.steps = 1u; // refused: buffer
}
