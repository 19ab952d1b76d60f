//! A driver that refuses allocations: the launch goes on in smaller chunks.
//!
//! The limit on the process's memory can't be taken back safely, so the launch runs in a process of its own.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a panic is a failed test"
)]

mod common;

use common::{child, group, kernel};
use polygpu::Fault;
use rustix::process::{Resource, Rlimit, setrlimit};

const DEVICE: &str = "POLYGPU_TEST_DEVICE";
const MIB: u64 = 1 << 20;
const N: usize = 64 << 20;

#[test]
fn a_launch_shrinks_to_the_memory_that_is_there() {
    let Some(gpus) = group() else { return };
    for device in 0..gpus.len() {
        let text = child("little_memory", &[(DEVICE, &device.to_string())]);
        assert!(text.contains("halved"), "device {device}: {text}");
    }
}

#[test]
#[ignore = "run by others in a process of its own"]
fn little_memory() {
    let Ok(device) = std::env::var(DEVICE) else {
        return;
    };
    let gpus = group().unwrap().on(device.parse().unwrap()).unwrap();
    let kernel = kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(256) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let i = id.x;
            if (i < arrayLength(&y)) { y[i] = y[i] * 3u + 1u; }
        }",
    );
    let mut y: Vec<u32> = (0..N as u32).collect();
    // Pipelines, threads and pools are there before memory gets scarce.
    let warm = N / 4;
    gpus.launch(&kernel)
        .bind_mut("y", &mut y[..warm])
        .invocations([warm])
        .memory_budget(16 * MIB)
        .run()
        .unwrap();
    let status = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = status.split(' ').next().unwrap().parse().unwrap();
    let limit = Rlimit {
        current: Some(pages * 4096 + 200 * MIB),
        maximum: None,
    };
    setrlimit(Resource::As, limit).unwrap();

    let report = gpus
        .launch(&kernel)
        .bind_mut("y", &mut y)
        .invocations([N])
        .memory_budget(u64::MAX)
        .run()
        .unwrap_or_else(|error| panic!("{error}"));
    println!("{report}");
    for (i, value) in y.iter().enumerate() {
        let twin = |x: u32| x.wrapping_mul(3).wrapping_add(1);
        let once = twin(i as u32);
        assert_eq!(*value, if i < warm { twin(once) } else { once }, "{i}");
    }
    let halved = report.retries.iter().all(|r| r.fault == Fault::OutOfMemory);
    assert!(halved && !report.retries.is_empty(), "{report}");
    println!("halved {} times", report.retries.len());
}
