// The up-sweep of Blelloch's scan in place: each invocation works on a block of its own. The blocks grow with the distance.
struct Sweep { distance_apart: u32 }
@group(0) @binding(0) var<uniform> sweep: Sweep;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let d = sweep.distance_apart;
    let right = (id.x + 1u) * 2u * d - 1u;
    if (right < arrayLength(&data)) {
        data[right] += data[right - d];
    }
}
