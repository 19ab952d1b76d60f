// The same step in place: what it reads at a distance may have been written by another chunk.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<uniform> distance_back: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i < arrayLength(&data) && i >= distance_back) {
        let before = data[i - distance_back]; // refused: data
        data[i] += before;
    }
}
