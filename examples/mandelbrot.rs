//! A picture that all GPUs draw together, and a second one tinted by which of them drew what.
//!
//! `cargo run --release --example mandelbrot [picture.png]`

mod common;

use polygpu::{DeviceGroup, Kernel};
use std::{error::Error, path::Path};

const SIZE: [usize; 2] = [1600, 1000];
const CENTER: [f32; 2] = [-0.7453, 0.1127];
const SCALE: f32 = 6e-6; // the side of a pixel
const MAX_ITERATIONS: u32 = 2000;
const TINTS: [u32; 4] = [0xff_20_60_ff, 0xff_ff_90_20, 0xff_40_e0_50, 0xff_f0_40_e0]; // ABGR

fn main() -> Result<(), Box<dyn Error>> {
    env_logger::init();
    let [width, height] = SIZE;
    let mut pixels = vec![0u32; width * height];

    let gpus = DeviceGroup::open()?;
    let mandelbrot = Kernel::from_file("shaders/mandelbrot.wgsl")?;
    let report = gpus
        .launch(&mandelbrot)
        .bind_mut("pixels", &mut pixels)
        .set("params.center", CENTER)
        .set("params.scale", SCALE)
        .set("params.max_iterations", MAX_ITERATIONS)
        .set("params.width", width as u32)
        .set("params.height", height as u32)
        .invocations(SIZE)
        .run()?;
    println!("{report}");

    // Vendors' floats differ a little, and the set's edge makes much of little: a few pixels may.
    let sample = pixels.iter().enumerate().step_by(997);
    let black = |pixel| pixel == 0xff00_0000;
    let wrong = sample.filter(|(i, pixel)| black(**pixel) != in_the_set(i % width, i / width));
    assert!(wrong.count() < 50, "this is not the set");

    let path = std::env::args()
        .nth(1)
        .unwrap_or("target/mandelbrot.png".into());
    let by_device = Path::new(&path).with_extension("devices.png");
    common::save(Path::new(&path), SIZE, &pixels)?;
    let [_, rows, _] = mandelbrot.interface()?.workgroup_size;
    let band = rows as usize * width; // the pixels of a row of workgroups
    for (device, tint) in report.devices.iter().zip(TINTS.into_iter().cycle()) {
        for range in &device.ranges {
            let (start, end) = (range.start as usize * band, range.end as usize * band);
            let part = pixels.iter_mut().take(end).skip(start);
            part.for_each(|pixel| *pixel = mean(*pixel, tint));
        }
    }
    common::save(&by_device, SIZE, &pixels)?;
    println!("{path}, and by device: {}", by_device.display());
    Ok(())
}

/// The mean of two colours, byte by byte.
fn mean(a: u32, b: u32) -> u32 {
    (a & b) + (((a ^ b) >> 1) & 0x7f7f_7f7f)
}

/// Whether `z = z * z + c` stays small at the pixel, which is then black.
fn in_the_set(x: usize, y: usize) -> bool {
    let real = CENTER[0] + (x as f32 + 0.5 - 0.5 * SIZE[0] as f32) * SCALE;
    let imaginary = CENTER[1] + (y as f32 + 0.5 - 0.5 * SIZE[1] as f32) * SCALE;
    let (mut re, mut im) = (0.0, 0.0);
    (0..MAX_ITERATIONS).all(|_| {
        (re, im) = (re * re - im * im + real, 2.0 * re * im + imaginary);
        re * re + im * im < 65536.0
    })
}
