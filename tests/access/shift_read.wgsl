// Each element takes the one five before it. What lies before the start is out of bounds and reads as zero. The windows
// are shifted, but do not overlap.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&dst)) {
        dst[id.x] = src[i32(id.x) - 5];
    }
}
