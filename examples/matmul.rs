//! A matrix product: every GPU computes some rows of `c = a b` from the same rows of `a` and the whole of `b`.

use polygpu::{DeviceGroup, Kernel};

const N: usize = 1024; // rows of a and c
const M: usize = 768; // columns of b and c
const K: usize = 512;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    // Whole numbers small enough for every sum to be exact, in whatever order it is added up.
    let a: Vec<f32> = (0..N * K).map(|i| (i % 13) as f32 - 6.0).collect();
    let b: Vec<f32> = (0..K * M).map(|i| (i % 17) as f32 - 8.0).collect();
    let mut c = vec![0.0f32; N * M];

    let gpus = DeviceGroup::open()?;
    let matmul = Kernel::from_file("shaders/matmul.wgsl")?;
    let report = gpus
        .launch(&matmul)
        .bind("a", &a)
        .bind("b", &b)
        .bind_mut("c", &mut c)
        .set("size.n", N as u32)
        .set("size.m", M as u32)
        .set("size.k", K as u32)
        .invocations([M, N])
        .run()?;
    println!("{report}");

    for (i, got) in c.iter().enumerate().step_by(101) {
        let row = a.iter().skip(i / M * K).take(K);
        let column = b.iter().skip(i % M).step_by(M);
        let want: f32 = row.zip(column).map(|(a, b)| a * b).sum();
        assert_eq!(*got, want, "row {}, column {}", i / M, i % M);
    }
    Ok(())
}
