// Counts digits in workgroup memory and writes them digit-major: each workgroup a column of the table.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@group(0) @binding(2) var<uniform> shift: u32;

var<workgroup> digits: array<atomic<u32>, 16>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) wg: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    if (id.x < arrayLength(&keys)) {
        atomicAdd(&digits[(keys[id.x] >> shift) & 15u], 1u);
    }
    workgroupBarrier();
    if (lane < 16u) {
        counts[lane * groups.x + wg.x] = atomicLoad(&digits[lane]);
    }
}
