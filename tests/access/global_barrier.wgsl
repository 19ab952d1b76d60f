// Waits until all workgroups have arrived: on several devices they never would.
@group(0) @binding(0) var<storage, read_write> arrived: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) wg: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    data[wg.x] += 1u;
    atomicAdd(&arrived, 1u); // refused: arrived
    loop {
        if (atomicLoad(&arrived) >= groups.x) { // refused: arrived
            break;
        }
    }
    data[wg.x] *= 2u;
}
