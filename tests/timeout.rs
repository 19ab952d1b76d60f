//! A kernel that never ends: the launch ends with its timeout, and so does the process.
//!
//! Nothing makes a driver stop, so each case runs in a process of its own.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a panic is a failed test"
)]

mod common;

use std::time::Duration;

use common::{child, group, kernel, several};
use polygpu::{Error, Kernel};

const CASE: &str = "POLYGPU_TEST_CASE";
const WORKGROUPS: usize = 60_000;
const N: usize = WORKGROUPS * 64;

/// From the workgroup `first` on it waits for what never comes. Lavapipe ends any loop after 65,535 rounds:
/// there it is the number of workgroups that makes it take minutes.
fn waits_from(first: u32) -> Kernel {
    kernel(&format!(
        "@group(0) @binding(0) var<storage, read> never: array<u32>;
        @group(0) @binding(1) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
            var x = y[id.x];
            if (id.x >= {first}u * 64u) {{
                while (never[x & 1u] == 0u) {{ x = x * 5u + 1u; }}
            }}
            y[id.x] = x + 1u;
        }}"
    ))
}

#[test]
fn kernels_that_never_end() {
    let Some(gpus) = several() else { return };
    for device in 0..gpus.len() {
        for case in ["all", "most", "atomic", "spread"] {
            let text = child("never_ends", &[(CASE, &format!("{device} {case}"))]);
            assert!(text.contains("as it must be"), "{device}, {case}: {text}");
        }
    }
}

#[test]
#[ignore = "run by others in a process of its own"]
fn never_ends() {
    let Ok(order) = std::env::var(CASE) else {
        return;
    };
    let (device, case) = order.split_once(' ').unwrap();
    let all = group().unwrap();
    let device: usize = device.parse().unwrap();
    let gpus = match case {
        "spread" => all.clone(),
        _ => all.on(device).unwrap(),
    };
    let first = if case == "all" {
        0
    } else {
        WORKGROUPS as u32 / 2
    };
    let kernel = waits_from(first);
    let mut y = vec![7u32; N];
    // Whole, or in about a hundred chunks.
    let budget = if case == "all" { u64::MAX } else { 5_000_000 };
    // The pipeline is there, and nothing waits: what follows is the kernel's own time.
    let launch = gpus
        .launch(&kernel)
        .bind("never", &[1u32, 1])
        .bind_mut("y", &mut y)
        .memory_budget(budget);
    launch.invocations([N]).run().unwrap();
    assert!(y.iter().all(|y| *y == 8));

    let mut launch = gpus
        .launch(&kernel)
        .bind("never", &[0u32, 0])
        .bind_mut("y", &mut y)
        .memory_budget(budget)
        .timeout(Duration::from_secs(1))
        .invocations([N]);
    if case == "atomic" {
        launch = launch.atomic();
    }
    let error = launch.run().unwrap_err();
    let text = error.to_string();
    let Error::Timeout {
        committed, missing, ..
    } = error
    else {
        panic!("{text}");
    };
    assert!(text.contains("was not done after 1s"), "{text}");
    assert!(case != "all" || committed.is_empty(), "{text}");
    assert!(!missing.is_empty(), "{text}");
    let all_ranges = committed.iter().chain(&missing).cloned();
    let mut listed: Vec<u32> = all_ranges.flatten().collect();
    listed.sort_unstable();
    assert_eq!(listed, (0..WORKGROUPS as u32).collect::<Vec<_>>(), "{text}");
    for (w, ys) in y.chunks(64).enumerate() {
        let is_new = committed.iter().any(|r| r.contains(&(w as u32)));
        let want = if is_new && case != "atomic" { 9 } else { 8 };
        assert!(ys.iter().all(|y| *y == want), "workgroup {w}: {text}");
    }
    // The other devices are as good as before.
    if case != "spread" {
        let others: Vec<usize> = (0..all.len()).filter(|d| *d != device).collect();
        let others = all.only(others).unwrap();
        let mut y = vec![7u32; N];
        let launch = others.launch(&kernel).bind("never", &[1u32, 1]);
        launch.bind_mut("y", &mut y).invocations([N]).run().unwrap();
        assert!(y.iter().all(|y| *y == 8));
    }
    println!("as it must be: {text}");
}
