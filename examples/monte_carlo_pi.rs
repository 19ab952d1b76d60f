//! Pi from random points: every GPU tries some of them, and the count of hits does not depend on which GPU tried which.

use polygpu::{DeviceGroup, Kernel, Report};
use std::f64::consts::PI;

const INVOCATIONS: u32 = 1 << 19;
const ROUNDS: u32 = 64; // of two points each
const SEED: [u32; 2] = [2011, 4];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let gpus = DeviceGroup::open()?;
    let (hits, report) = count(&gpus)?;
    println!("{report}");

    let points = 2.0 * f64::from(INVOCATIONS) * f64::from(ROUNDS);
    let estimate = 4.0 * f64::from(hits) / points;
    let expected = (PI * (4.0 - PI) / points).sqrt(); // the standard deviation of such an estimate
    println!("{hits} of {points} points hit: pi is about {estimate:.6}");
    println!(
        "off by {:.1e}, where {expected:.1e} is usual",
        (estimate - PI).abs()
    );
    assert!((estimate - PI).abs() < 5.0 * expected);

    let (alone, _) = count(&gpus.on(0)?)?;
    assert_eq!(hits, alone);
    println!(
        "{} device(s) or the first alone: the same {alone} hits",
        gpus.len()
    );
    Ok(())
}

/// The hits of all points, on these devices.
fn count(gpus: &DeviceGroup) -> polygpu::Result<(u32, Report)> {
    let mut hits = [0u32];
    let report = gpus
        .launch(&Kernel::from_file("shaders/monte_carlo_pi.wgsl")?)
        .bind_mut("hits", &mut hits)
        .set("params.seed", SEED)
        .set("params.invocations", INVOCATIONS)
        .set("params.rounds", ROUNDS)
        .invocations([INVOCATIONS])
        .run()?;
    let [hits] = hits;
    Ok((hits, report))
}
