// The guard is a negation around bools joined by & and |, no short circuit.
struct Size { w: u32, h: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let outside = (id.x >= size.w) | (id.y >= size.h);
    if (!outside & (size.w > 0u)) {
        let at = id.x + id.y * size.w;
        dst[at] = floor(src[at]);
    }
}
