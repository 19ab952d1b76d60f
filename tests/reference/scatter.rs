/// `output[to[i]] = input[i]`.
pub fn scatter(input: &[u32], to: &[u32], output: &mut [u32]) {
    for (value, to) in input.iter().zip(to) {
        output[*to as usize] = *value;
    }
}
