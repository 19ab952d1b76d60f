/// Every pixel of `image` blurred with its neighbours up to `radius` away.
pub fn blur_rgba(width: usize, height: usize, radius: usize, image: &[u32]) -> Vec<u32> {
    (0..width * height)
        .map(|i| pixel([width, height], radius, image, [i % width, i / width]))
        .collect()
}

/// One blurred pixel.
pub fn pixel([width, height]: [usize; 2], radius: usize, image: &[u32], at: [usize; 2]) -> u32 {
    let inside = |i: usize, len: usize| i.saturating_sub(radius).min(len - 1);
    let (mut sums, mut total) = ([0; 4], 0);
    // The square's own columns and rows, and the radius more: none of them is negative.
    for dy in 0..=2 * radius {
        for dx in 0..=2 * radius {
            let (x, y) = (inside(at[0] + dx, width), inside(at[1] + dy, height));
            let weight = (radius + 1 - dx.abs_diff(radius)) * (radius + 1 - dy.abs_diff(radius));
            for (sum, byte) in sums.iter_mut().zip(image[y * width + x].to_le_bytes()) {
                *sum += weight * usize::from(byte);
            }
            total += weight;
        }
    }
    u32::from_le_bytes(sums.map(|sum| ((sum + total / 2) / total) as u8))
}
