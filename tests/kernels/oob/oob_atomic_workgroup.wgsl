// Atomics in workgroup memory out of bounds.
var<workgroup> cells: array<atomic<u32>, 4>;
var<workgroup> after: atomic<u32>;
@group(0) @binding(0) var<storage, read_write> dst: array<vec4<u32>>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) k: u32) {
    let a = atomicAdd(&cells[k], id.x + 1u);
    let b = atomicAdd(&cells[k + 4u], 100u);
    atomicStore(&cells[i32(k) - 8], 1000u);
    workgroupBarrier();
    let sum = atomicLoad(&cells[0]) + atomicLoad(&cells[1]) + atomicLoad(&cells[2]) + atomicLoad(&cells[3]);
    dst[id.x] = vec4<u32>(a, b, sum, atomicLoad(&after) + atomicLoad(&cells[k]));
}
