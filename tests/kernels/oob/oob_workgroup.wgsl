// Workgroup memory past its end and before its start.
var<workgroup> tile: array<u32, 8>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    tile[k] = id.x + 1u;
    tile[k + 8u] = 500u;
    tile[-1 - i32(k)] = 600u;
    workgroupBarrier();
    dst[id.x] = tile[k + 1u] + tile[k - 2u] * 1000u + tile[id.x + 8u];
}
