// Writes keys to the places that the scanned counts give.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read_write> sorted: array<u32>;
@group(0) @binding(3) var<uniform> shift: u32;

var<workgroup> ranks: array<atomic<u32>, 16>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(workgroup_id) wg: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    if (id.x >= arrayLength(&keys)) {
        return;
    }
    let digit = (keys[id.x] >> shift) & 15u;
    let rank = atomicAdd(&ranks[digit], 1u);
    sorted[starts[digit * groups.x + wg.x] + rank] = keys[id.x]; // refused: sorted
}
