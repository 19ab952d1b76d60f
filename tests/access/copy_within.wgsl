// Copies a range to another place of the same buffer. If the ranges overlap, a chunk reads what another one writes.
struct Copy { src_offset: u32, dst_offset: u32, count: u32 }
@group(0) @binding(0) var<uniform> copy: Copy;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < copy.count) {
        data[copy.dst_offset + id.x] = data[copy.src_offset + id.x]; // refused: data
    }
}
