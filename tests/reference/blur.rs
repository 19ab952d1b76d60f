/// `(above + 2 pixel + below) / 4`, the first and the last row being their own neighbours.
pub fn blur(width: usize, height: usize, image: &[f32]) -> Vec<f32> {
    let mut blurred = vec![0.0; width * height];
    for y in 0..height {
        let (above, below) = (y.saturating_sub(1), (y + 1).min(height - 1));
        for x in 0..width {
            let pixel = |row: usize| image[row * width + x];
            blurred[y * width + x] = 0.25 * (pixel(above) + 2.0 * pixel(y) + pixel(below));
        }
    }
    blurred
}
