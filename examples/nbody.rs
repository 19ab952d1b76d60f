//! A disk of stars around a heavy one: every GPU moves some of them, and each step all need all positions.

use polygpu::{DeviceGroup, Kernel};

const N: u32 = 8192;
const STEPS: u32 = 10;
const DT: f32 = 0.002;
const SOFTENING: f32 = 0.05;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    // Star i sits on a sunflower's spiral, in a circular orbit around the heavy one in the middle.
    let polar = |i: u32| (i as f32 * 2.4, (i as f32 / N as f32).sqrt());
    let star = |(angle, r): (f32, f32)| [r * angle.cos(), r * angle.sin(), 0.0, 1e-5];
    let orbit =
        |(angle, r): (f32, f32)| [-angle.sin(), angle.cos(), 0.0, 0.0].map(|v| v / r.sqrt());
    let (mut positions, mut velocities) = (vec![[0.0, 0.0, 0.0, 1.0]], vec![[0.0; 4]]);
    positions.extend((1..N).map(polar).map(star));
    velocities.extend((1..N).map(polar).map(orbit));
    let (mut next, mut before) = (positions.clone(), velocities.clone());

    let gpus = DeviceGroup::open()?;
    let nbody = Kernel::from_file("shaders/nbody.wgsl")?;
    for _ in 0..STEPS {
        before.clone_from(&velocities);
        let report = gpus
            .launch(&nbody)
            .bind("positions", &positions)
            .bind_mut("velocities", &mut velocities)
            .bind_mut("next", &mut next)
            .set("params.n", N)
            .set("params.dt", DT)
            .set("params.softening", SOFTENING)
            .invocations([N as usize])
            .run()?;
        println!("{report}");
        std::mem::swap(&mut positions, &mut next);
    }

    // The last step once more, for some stars: `next` holds the positions it began with.
    let stars = next.iter().zip(before.iter().zip(&velocities));
    for (star, (before, after)) in stars.step_by(1021) {
        let x = before[0] + acceleration_x(star, &next) * DT;
        assert!(
            (after[0] - x).abs() < 1e-4 * (1.0 + x.abs()),
            "got {}, want {x}",
            after[0]
        );
    }
    Ok(())
}

/// The pull of all stars along x.
fn acceleration_x(star: &[f32; 4], all: &[[f32; 4]]) -> f32 {
    let pull = |other: &[f32; 4]| {
        let (x, y, z) = (other[0] - star[0], other[1] - star[1], other[2] - star[2]);
        let squared = x * x + y * y + z * z + SOFTENING * SOFTENING;
        x * other[3] / (squared * squared.sqrt())
    };
    all.iter().map(pull).sum()
}
