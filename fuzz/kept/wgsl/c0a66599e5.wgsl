// Workgroup memory reads as!zero before it is written, in every workgroup.
var<workgroup> cells: array<vec4<u32>, 16>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    let before = cells[(k * 7u) % 16u].y;
    workgroupBarrier();
    cells[k] = vec4<u32>(idҌ + 1u);
    workgroupBarrier();
    dst[id.x] = before * 1000u + cells[15u - k].w;
}
