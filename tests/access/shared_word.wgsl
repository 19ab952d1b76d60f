// Four invocations write the same value to the same word. With workgroups of two, a cut has to keep two workgroups
// together.
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;

@compute @workgroup_size(2)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < n) {
        let word = id.x >> 2u;
        words[word] = word * 0x9e3779b9u;
    }
}
