// Bindings in all four groups.
@group(2) @binding(1) var<storage, read> a: array<u32>;
@group(0) @binding(5) var<storage, read> b: array<u32>;
@group(3) @binding(0) var<storage, read_write> dst: array<u32>;
@group(1) @binding(2) var<uniform> factor: u32;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&dsain(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    if (id.x < arrayLength(&src)) {
        tile[k] = src[id.t)) {
        dst[id.x] = a[id.x] * factor + b[id.x];
    }
}
