//! What the caller knows and no proof can: where a permutation takes the elements is in its data, so the kernel would run
//! whole on one GPU. The caller states that each block keeps its elements. polygpu then uses every GPU, and checks
//! each write.

use polygpu::{DeviceGroup, Distribution, Error, Kernel, Report};

const BLOCK: u32 = 64; // a workgroup of the kernel
const N: u32 = 1 << 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let gpus = DeviceGroup::open()?;
    let scatter = Kernel::from_file("shaders/scatter.wgsl")?;
    let input: Vec<u32> = (0..N).collect();
    let mut output = vec![0; input.len()];

    // Within its block of 64, element k goes to 37 k modulo 64.
    let to: Vec<u32> = input
        .iter()
        .map(|i| i / BLOCK * BLOCK + i * 37 % BLOCK)
        .collect();
    let report = run(&gpus, &scatter, &input, &to, &mut output)?;
    println!("{report}");
    let arrived = |(value, to): (&u32, &u32)| output.get(*to as usize) == Some(value);
    assert!(input.iter().zip(&to).all(arrived));

    // It is not taken on trust: a permutation that crosses the blocks is an error, with the element.
    let across: Vec<u32> = (0..N).rev().collect();
    match run(&gpus, &scatter, &input, &across, &mut output) {
        Err(error @ Error::OutsideWindow { .. }) => println!("as it should be: {error}"),
        other => return Err(format!("not noticed: {other:?}").into()),
    }
    Ok(())
}

fn run(
    gpus: &DeviceGroup,
    scatter: &Kernel,
    input: &[u32],
    to: &[u32],
    output: &mut [u32],
) -> polygpu::Result<Report> {
    let launch = gpus
        .launch(scatter)
        .bind("input", input)
        .bind("to", to)
        .bind_mut("output", output)
        .invocations([input.len()])
        .distribute("output", Distribution::split(1)); // asserted: a workgroup writes its own elements
    println!("{}", launch.plan()?);
    launch.run()
}
