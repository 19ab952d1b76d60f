/// The `width` columns of `input` as rows.
pub fn transpose(width: usize, height: usize, input: &[u32]) -> Vec<u32> {
    let mut output = Vec::with_capacity(width * height);
    for x in 0..width {
        for y in 0..height {
            output.push(input[y * width + x]);
        }
    }
    output
}
