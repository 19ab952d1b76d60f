// Swaps element i with n - 1 - i. Each pair belongs to one invocation, so it can be split in truth: into two windows
// for each chunk, which close in on the middle.
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let n = arrayLength(&data);
    let i = id.x;
    if (i >= n / 2u) {
        return;
    }
    let other = n - 1u - i;
    let kept = data[i]; // refused: data
    data[i] = data[other]; // refused: data
    data[other] = kept; // refused: data
}
