// Partial sums, and the workgroup that comes last adds them up: a counter tells which, and it reads what all wrote.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> partials: array<u32>;
@group(0) @binding(2) var<storage, read_write> done: atomic<u32>;
@group(0) @binding(3) var<storage, read_write> total: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    var sum = 0u;
    for (var k = 0u; k < 32u; k++) {
        sum += values[wg.x * 32u + k];
    }
    partials[wg.x] = sum;
    storageBarrier();
    let ticket = atomicAdd(&done, 1u); // refused: done
    if (ticket == groups.x - 1u) {
        var all = 0u;
        for (var g = 0u; g < groups.x; g++) {
            all += partials[g]; // refused: partials
        }
        total[0] = all; // refused: total
    }
}
