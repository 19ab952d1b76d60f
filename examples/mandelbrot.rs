//! A picture that all GPUs draw together, and a second one that shows which of them drew what.
//!
//! `cargo run --release --example mandelbrot [picture.png]`

use polygpu::{Axis, DeviceGroup, Distribution, Kernel};
use std::{error::Error, fs::File, io::BufWriter, path::PathBuf};

const WIDTH: usize = 1600;
const HEIGHT: usize = 1000;
const CENTER: [f32; 2] = [-0.7453, 0.1127];
const SCALE: f32 = 6e-6; // the side of a pixel
const MAX_ITERATIONS: u32 = 2000;
const TINTS: [[u32; 3]; 4] = [
    [255, 120, 60],
    [60, 170, 255],
    [110, 235, 90],
    [235, 90, 235],
];

fn main() -> Result<(), Box<dyn Error>> {
    env_logger::init();
    let path = std::env::args_os()
        .nth(1)
        .unwrap_or("target/mandelbrot.png".into());
    let path = PathBuf::from(path);
    let mut pixels = vec![0u32; WIDTH * HEIGHT];

    let gpus = DeviceGroup::open()?;
    let mandelbrot = Kernel::from_file("shaders/mandelbrot.wgsl")?;
    let report = gpus
        .launch(&mandelbrot)
        .bind_mut("pixels", &mut pixels)
        .set("params.center", CENTER)
        .set("params.scale", SCALE)
        .set("params.max_iterations", MAX_ITERATIONS)
        .set("params.width", WIDTH as u32)
        .set("params.height", HEIGHT as u32)
        .invocations([WIDTH, HEIGHT])
        .axis(Axis::Y)
        .distribute("pixels", Distribution::split(WIDTH))
        .run()?;
    println!("{report}");
    // Floats differ a little between vendors, and the set's edge makes much of little.
    let samples = pixels.iter().enumerate().step_by(997);
    let wrong =
        samples.filter(|(i, pixel)| (**pixel == 0xff00_0000) != in_the_set(i % WIDTH, i / WIDTH));
    assert!(wrong.count() < 50, "the picture is not the CPU's");

    save(&path, &pixels)?;
    let [_, rows, _] = mandelbrot.interface()?.workgroup_size;
    for (band, pixels) in (0..).zip(pixels.chunks_mut(rows as usize * WIDTH)) {
        let drew = |device: &polygpu::DeviceReport| {
            device.ranges.iter().any(|range| range.contains(&band))
        };
        let devices = report.devices.iter().zip(TINTS.iter().cycle());
        for (_, tint) in devices.filter(|(device, _)| drew(device)) {
            pixels
                .iter_mut()
                .for_each(|pixel| *pixel = tinted(*pixel, *tint));
        }
    }
    let by_device = path.with_extension("devices.png");
    save(&by_device, &pixels)?;
    println!("{}, and by device: {}", path.display(), by_device.display());
    Ok(())
}

/// The pixel's brightness in the tint's colour, half and half with the pixel.
fn tinted(pixel: u32, tint: [u32; 3]) -> u32 {
    let [red, green, blue, alpha] = pixel.to_le_bytes().map(u32::from);
    let mix = |channel, tint| {
        ((channel + (red + green + blue) / 3 * tint / 255) / 2 + tint / 8).min(255) as u8
    };
    let [r, g, b] = tint;
    u32::from_le_bytes([mix(red, r), mix(green, g), mix(blue, b), alpha as u8])
}

fn save(path: &PathBuf, pixels: &[u32]) -> Result<(), png::EncodingError> {
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder
        .write_header()?
        .write_image_data(bytemuck::cast_slice(pixels))
}

/// Whether `z = z * z + c` stays small for the pixel, in other words, whether it is black.
fn in_the_set(x: usize, y: usize) -> bool {
    let real = CENTER[0] + (x as f32 + 0.5 - 0.5 * WIDTH as f32) * SCALE;
    let imaginary = CENTER[1] + (y as f32 + 0.5 - 0.5 * HEIGHT as f32) * SCALE;
    let mut z = (0.0, 0.0);
    (0..MAX_ITERATIONS).all(|_| {
        z = (z.0 * z.0 - z.1 * z.1 + real, 2.0 * z.0 * z.1 + imaginary);
        z.0 * z.0 + z.1 * z.1 < 65536.0
    })
}
