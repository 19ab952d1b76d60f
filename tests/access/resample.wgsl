// Nearest-neighbour resampling with an index that is computed in f32: it may read anything, and writes its own.
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> ratio: f32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= arrayLength(&dst)) {
        return;
    }
    let at = u32(floor(f32(id.x) * ratio));
    dst[id.x] = src[min(at, arrayLength(&src) - 1u)];
}
