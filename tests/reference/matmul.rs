/// The `n` by `m` product of `a`, `n` by `k`, and `b`, `k` by `m`.
pub fn matmul(n: usize, m: usize, k: usize, a: &[f32], b: &[f32]) -> Vec<f32> {
    let mut c = vec![0.0; n * m];
    for row in 0..n {
        for column in 0..m {
            for i in 0..k {
                c[row * m + column] += a[row * k + i] * b[i * m + column];
            }
        }
    }
    c
}
