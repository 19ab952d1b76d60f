//! How often each byte occurs in 64 MiB: every GPU counts a part, and the counts are added up.

use polygpu::{DeviceGroup, Kernel};

/// The words that an invocation of the kernel counts.
const WORDS: usize = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let words: Vec<u32> = (0..1u32 << 24).map(|i| i.wrapping_mul(i)).collect();
    let mut bins = [0u32; 256];

    let gpus = DeviceGroup::open()?;
    let histogram = Kernel::from_file("shaders/histogram.wgsl")?;
    let report = gpus
        .launch(&histogram)
        .bind("words", &words)
        .bind_mut("bins", &mut bins)
        .invocations([words.len().div_ceil(WORDS)])
        .run()?;
    println!("{report}");

    let mut want = [0u32; 256];
    for byte in words.iter().flat_map(|word| word.to_le_bytes()) {
        want.iter_mut()
            .skip(byte.into())
            .take(1)
            .for_each(|bin| *bin += 1);
    }
    assert_eq!(bins, want);
    let (byte, count) = (0..)
        .zip(bins)
        .max_by_key(|(_, count)| *count)
        .unwrap_or((0, 0));
    println!("the most frequent byte is {byte}: {count} times");
    Ok(())
}
