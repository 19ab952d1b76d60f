/// The first `n` bytes of `words`, the lowest byte of a word first, each as a `u32`.
pub fn unpack(words: &[u32], n: usize) -> Vec<u32> {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.map(u32::from).take(n).collect()
}
