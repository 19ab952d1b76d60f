// Each invocation changes its byte of a word by reading and writing the word, no atomics. Four of them share a word; with
// workgroups of two, so do chunks, unless a cut keeps two workgroups together.
override WG: u32 = 64;
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let shift = (id.x & 3u) * 8u;
    let word = words[id.x / 4u];
    words[id.x / 4u] = (word & ~(255u << shift)) | ((id.x & 255u) << shift);
}
