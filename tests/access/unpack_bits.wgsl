// One bit in, one word out: i / 32 by a shift. 32 invocations share a word of the input, so with small workgroups
// neighbouring chunks read the same word.
override WG: u32 = 64;
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read_write> flags: array<u32>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i < arrayLength(&flags)) {
        flags[i] = (bits[i >> 5u] >> (i & 31u)) & 1u;
    }
}
