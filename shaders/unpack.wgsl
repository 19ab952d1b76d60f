// unpack: values[i] = byte i of words, the lowest byte of a word first
//
//   words   read        ceil(n / 4) elements
//   values  read_write  n elements, all written
//
// Grid: n invocations along x; invocation i owns values[i], and four of them share a word.

override WORKGROUP: u32 = 64;

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> values: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i >= arrayLength(&values)) {
        return;
    }
    values[i] = (words[i / 4u] >> (8u * (i % 4u))) & 255u;
}
