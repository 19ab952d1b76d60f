//! Hello, GPUs: `y = a x + y`, each of them computing a part.

use polygpu::{DeviceGroup, Kernel};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let x: Vec<f32> = (0..10_000_000u32).map(|i| (i % 1000) as f32).collect();
    let mut y = vec![1.0f32; x.len()];

    let gpus = DeviceGroup::open()?;
    let saxpy = Kernel::from_file("shaders/saxpy.wgsl")?;
    let report = gpus
        .launch(&saxpy)
        .bind("x", &x)
        .bind_mut("y", &mut y)
        .set("a", 2.0f32)
        .invocations([x.len()])
        .run()?;
    println!("{report}");
    assert!(x.iter().zip(&y).all(|(x, y)| *y == 2.0 * x + 1.0));
    Ok(())
}
