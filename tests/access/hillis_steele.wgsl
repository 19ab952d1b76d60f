// A step of a prefix sum from one buffer to the other, at a distance from a uniform.
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<uniform> distance_back: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&src)) {
        return;
    }
    if (i >= distance_back) {
        dst[i] = src[i] + src[i - distance_back];
    } else {
        dst[i] = src[i];
    }
}
