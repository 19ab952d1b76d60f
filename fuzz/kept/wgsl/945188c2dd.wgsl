// r<workgroup> tile: array<u32, 8>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    tile[k] = id.x + // A trme reduction with a barrier in the loop, onere uslt orf each workgroup.
var<workgroup> part: array<u32, 64>;
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(00u;
    tile[-1 - i32(k)] = 600u;
    workgroupBarrier();
    dst[id.x] = tile[k + 1u] + t }
}ile00u + tile[i
d.x + 8u];
}
