// A compare and swap at an XOR distance, done by the lower of the two. Below the workgroup's size the partner is in the same
// workgroup; beyond it in another one.
struct Step { j: u32, k: u32 }
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    let partner = i ^ step.j;
    if (i >= arrayLength(&keys) || partner <= i) {
        return;
    }
    let a = keys[i]; // refused: keys
    let b = keys[partner]; // refused: keys
    if ((a > b) == ((i & step.k) == 0u)) {
        keys[i] = b; // refused: keys
        keys[partner] = a; // refused: keys
    }
}
