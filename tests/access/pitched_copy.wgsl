// Copies rows between pitches. With a pitch below the width, rows of the result overlap and two chunks write one element.
struct Copy { width: u32, height: u32, src_pitch: u32, dst_pitch: u32 }
@group(0) @binding(0) var<uniform> copy: Copy;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= copy.width || id.y >= copy.height) {
        return;
    }
    dst[id.y * copy.dst_pitch + id.x] = src[id.y * copy.src_pitch + id.x]; // refused: dst
}
