// Invocations of one workgroup exchange values through storage.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    let start = id.x - k;
    data[id.x] = data[id.x] * 2u + k;
    storageBarrier();
    workgroupBarrier();
    dst[id.x] = data[start + (k + 3u) % 16u];
}
