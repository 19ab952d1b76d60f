// Odd-even transposition: pairs begin at the phase, and each is one invocation's.
@group(0) @binding(0) var<storage, read_write> keys: array<u32>;
@group(0) @binding(1) var<uniform> phase: u32;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let left = 2u * id.x + phase;
    if (left + 1u >= arrayLength(&keys)) {
        return;
    }
    let a = keys[left];
    let b = keys[left + 1u];
    if (a > b) {
        keys[left] = b;
        keys[left + 1u] = a;
    }
}
