// workgroupUniformLoad from an element out of bounds.
var<workgroup> cells: array<u32, 4>;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(4)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) k: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    cells[k] = k + 10u;
    workgroupBarrier();
    let v = workgroupUniformLoad(&cells[group.x]);
    dst[id.x] = v + 1u;
}
