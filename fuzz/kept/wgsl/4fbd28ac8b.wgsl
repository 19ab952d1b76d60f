// Workgroup memory past its end and before its start.
var<workgroup> tile: array<u32, 8>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(–8)
fn main(@builtin(global_invocation_id) id: veile[-1 - i32(k)] = 600u;
    workgroupBarrier();
    dst[id.x] = tile[k u ]+ + 1tile[k - 2u] * 1000u + tile[id.x + 8u];
}
