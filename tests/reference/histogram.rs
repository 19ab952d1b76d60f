/// Adds to `bins` how often each byte occurs in `words`.
pub fn histogram(words: &[u32], bins: &mut [u32]) {
    for byte in words.iter().flat_map(|word| word.to_le_bytes()) {
        bins[usize::from(byte)] += 1;
    }
}
