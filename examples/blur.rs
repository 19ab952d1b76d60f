//! An image in, a blurred image out: every GPU blurs some rows, for which it needs some more above and below.
//!
//! `cargo run --release --example blur [image.png [blurred.png]]`; without an image it makes one.

mod common;
#[path = "../tests/reference/blur_rgba.rs"]
#[allow(
    dead_code,
    clippy::indexing_slicing,
    reason = "the naive twin that the tests use"
)]
mod twin;

use polygpu::{DeviceGroup, Kernel};
use std::path::Path;

const RADIUS: usize = 6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let mut paths = std::env::args().skip(1);
    let (size, image) = match paths.next() {
        Some(path) => common::load(Path::new(&path))?,
        None => ([640, 480], (0..640 * 480).map(tiles).collect()),
    };
    let [width, height] = size;
    let mut blurred = vec![0u32; image.len()];

    let gpus = DeviceGroup::open()?;
    let blur = Kernel::from_file("shaders/blur_rgba.wgsl")?;
    let report = gpus
        .launch(&blur)
        .bind("image", &image)
        .bind_mut("blurred", &mut blurred)
        .set("params.width", width as u32)
        .set("params.height", height as u32)
        .set("params.radius", RADIUS as u32)
        .invocations(size)
        .run()?;
    println!("{report}");

    for (i, got) in blurred.iter().enumerate().step_by(97) {
        let want = twin::pixel(size, RADIUS, &image, [i % width, i / width]);
        assert_eq!(*got, want, "column {}, row {}", i % width, i / width);
    }
    let path = paths.next().unwrap_or("target/blur.png".into());
    common::save(Path::new(&path), size, &blurred)?;
    println!("{path}");
    Ok(())
}

/// Squares of all colours with black edges, which a blur softens.
fn tiles(i: usize) -> u32 {
    let (x, y) = (i % 640, i / 640);
    if x % 40 < 3 || y % 40 < 3 {
        return common::pixel([0.0; 3]);
    }
    let (column, row) = ((x / 40) as f32 / 16.0, (y / 40) as f32 / 12.0);
    common::pixel([column, row, 1.0 - column * row])
}
