/// The temperatures of `u` a step later; those of the border stay.
pub fn heat(width: usize, height: usize, rate: f32, u: &[f32]) -> Vec<f32> {
    let mut next = u.to_vec();
    for y in 1..height.saturating_sub(1) {
        for x in 1..width.saturating_sub(1) {
            let i = y * width + x;
            let flow = u[i - 1] + u[i + 1] + u[i - width] + u[i + width] - 4.0 * u[i];
            next[i] = u[i] + rate * flow;
        }
    }
    next
}
