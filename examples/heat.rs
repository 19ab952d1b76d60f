//! Heat spreads over a plate: step by step, every GPU computes some rows from these and the rows beside them.
//!
//! `cargo run --release --example heat [picture.png]`

mod common;
#[path = "../tests/reference/heat.rs"]
#[allow(clippy::indexing_slicing, reason = "the naive twin that the tests use")]
mod twin;

use polygpu::{DeviceGroup, Kernel};
use std::path::Path;

const SIZE: [usize; 2] = [480, 300];
const STEPS: usize = 200;
const RATE: f32 = 0.24;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let [width, height] = SIZE;
    let mut u: Vec<f32> = (0..width * height).map(plate).collect();
    let mut next = u.clone();
    let mut want = u.clone();

    let gpus = DeviceGroup::open()?;
    let heat = Kernel::from_file("shaders/heat.wgsl")?;
    for step in 1..=STEPS {
        let report = gpus
            .launch(&heat)
            .bind("u", &u)
            .bind_mut("next", &mut next)
            .set("params.width", width as u32)
            .set("params.height", height as u32)
            .set("params.rate", RATE)
            .invocations(SIZE)
            .run()?;
        std::mem::swap(&mut u, &mut next);
        if step == STEPS {
            println!("the last of {STEPS} steps:\n{report}");
        }
    }

    for _ in 0..STEPS {
        want = twin::heat(width, height, RATE, &want);
    }
    // Steps of heat even out what rounding does, so the difference does not grow.
    assert!(u.iter().zip(&want).all(|(u, want)| (u - want).abs() < 1e-5));

    let path = std::env::args().nth(1).unwrap_or("target/heat.png".into());
    let glow = |u: &f32| common::pixel([3.0 * u, 3.0 * u - 1.0, 3.0 * u - 2.0]);
    common::save(
        Path::new(&path),
        SIZE,
        &u.iter().map(glow).collect::<Vec<_>>(),
    )?;
    println!("{path}");
    Ok(())
}

/// The temperatures at first: a hot spiral on a cold plate.
fn plate(i: usize) -> f32 {
    let x = (i % SIZE[0]) as f32 - 0.5 * SIZE[0] as f32;
    let y = (i / SIZE[0]) as f32 - 0.5 * SIZE[1] as f32;
    let (turns, radius) = (y.atan2(x) / std::f32::consts::TAU, x.hypot(y));
    let is_hot = (radius / 60.0 + 3.0 * turns).rem_euclid(1.0) < 0.5;
    if is_hot && radius < 120.0 { 1.0 } else { 0.0 }
}
