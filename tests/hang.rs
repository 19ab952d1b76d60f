//! Kernels that never end, and no timeout: the watchdog ends the wait, and the process stays usable.
//!
//! Nothing makes a driver stop, so each case runs in a process of its own.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a panic is a failed test"
)]

mod common;

use std::time::{Duration, Instant};

use common::{child, group, kernel, several};
use polygpu::{Error, Fault, Kernel, Schedule};

const CASE: &str = "POLYGPU_TEST_CASE";

/// It may wait for what never comes. Lavapipe ends any loop after 65,535 rounds.
fn waits() -> Kernel {
    kernel(
        "@group(0) @binding(0) var<storage, read> never: array<u32>;
        @group(0) @binding(1) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let old = y[id.x];
            var x = old;
            while (never[x & 1u] == 0u) { x = x * 5u + 1u; }
            // No driver knows that the result does not depend on where it ends the loop.
            y[id.x] = select(old + 1u, x, never[0] == 2u);
        }",
    )
}

#[test]
fn the_watchdog_barks() {
    let Some(gpus) = several() else { return };
    let software = |name: &str| {
        (gpus.devices().iter()).position(|d| d.info().name.to_lowercase().contains(name))
    };
    for device in 0..gpus.len() {
        let text = child("hangs_alone", &[(CASE, &device.to_string())]);
        assert!(text.contains("as it must be"), "{device}: {text}");
    }
    let text = child("hangs_everywhere", &[(CASE, "")]);
    assert!(text.contains("as it must be"), "{text}");
    if let (Some(_), Some(slow)) = (software("llvmpipe"), software("swiftshader")) {
        let text = child("hangs_on_one", &[(CASE, &slow.to_string())]);
        assert!(text.contains("as it must be"), "{text}");
    }
}

/// A device alone, inline: the error comes, the array is as it was, and what the others do is untouched.
#[test]
#[ignore = "run by others in a process of its own"]
fn hangs_alone() {
    let Ok(device) = std::env::var(CASE) else {
        return;
    };
    let all = group().unwrap();
    let device: usize = device.parse().unwrap();
    let alone = all.on(device).unwrap();
    let n = 60_000 * 64;
    let mut y = vec![7u32; n];
    let began = Instant::now();
    let launch = alone.launch(&waits()).bind("never", &[0u32, 0]);
    let launch = launch.bind_mut("y", &mut y).invocations([n]);
    let error = launch
        .watchdog(Duration::from_millis(10))
        .run()
        .unwrap_err();
    let text = error.to_string();
    // It bounds the time, and nothing else in here takes long.
    assert!(began.elapsed() < Duration::from_secs(60), "{text}");
    assert!(matches!(error, Error::Failed { .. }), "{text}");
    let want = "hung: a chunk was not done after 6";
    assert!(text.contains(want), "{text}");
    assert!(y.iter().all(|y| *y == 7));
    let health = &all.health()[device];
    assert_eq!(health.fault, Some(Fault::Hang), "{health}");

    // The next launch passes it over.
    let mut y = vec![7u32; 640];
    let launch = all.launch(&waits()).bind("never", &[1u32, 1]);
    let report = launch.bind_mut("y", &mut y).invocations([640]).run();
    let report = report.unwrap();
    assert!(y.iter().all(|y| *y == 8));
    assert_eq!(report.passed_over.len(), 1, "{report}");
    assert_eq!(report.passed_over[0].index, device, "{report}");
    // Alone it is waited for, and not longer than the watchdog would.
    let launch = alone.launch(&waits()).bind("never", &[1u32, 1]);
    let launch = launch.watchdog(Duration::from_millis(10));
    let error = launch.bind_mut("y", &mut y).invocations([640]).run();
    let text = error.unwrap_err().to_string();
    assert!(text.contains("hung: "), "{text}");
    println!("as it must be: {text}");
}

/// Where a chunk hangs on two devices the kernel is to blame.
#[test]
#[ignore = "run by others in a process of its own"]
fn hangs_everywhere() {
    if std::env::var(CASE).is_err() {
        return;
    }
    let all = group().unwrap();
    let n = 60_000 * 64;
    let mut y = vec![7u32; n];
    let launch = all.launch(&waits()).bind("never", &[0u32, 0]);
    let launch = launch.bind_mut("y", &mut y).invocations([n]);
    let launch = launch.schedule(Schedule::Even);
    let error = launch
        .watchdog(Duration::from_millis(10))
        .run()
        .unwrap_err();
    let text = error.to_string();
    let Error::Failed { causes, .. } = error else {
        panic!("{text}");
    };
    let hung = causes.iter().filter(|cause| cause.contains("hung: "));
    assert!(hung.count() >= 2, "{text}");
    assert!(y.iter().all(|y| *y == 7), "{text}");
    println!("as it must be: {text}");
}

/// What hangs on one device runs on the others, in the same launch. They end the loop for their own reasons.
#[test]
#[ignore = "run by others in a process of its own"]
fn hangs_on_one() {
    let Ok(device) = std::env::var(CASE) else {
        return;
    };
    let device: usize = device.parse().unwrap();
    let all = group().unwrap();
    let n = 60 * 64;
    let mut y = vec![7u32; n];
    for (round, never) in [1u32, 0].into_iter().enumerate() {
        let never = [never; 2];
        let launch = all.launch(&waits()).bind("never", &never);
        let launch = launch.bind_mut("y", &mut y).invocations([n]);
        let launch = launch.schedule(Schedule::Even);
        let report = launch.watchdog(Duration::from_millis(80)).run().unwrap();
        assert!(y.iter().all(|y| *y == 8 + round as u32), "{report}");
        let retries: Vec<_> = report.retries.iter().map(|r| r.fault).collect();
        assert_eq!(retries, vec![Fault::Hang; round], "{report}");
        println!("{report}");
    }
    let hung: Vec<_> = all.health().iter().map(|h| h.fault.is_some()).collect();
    assert_eq!(hung.iter().position(|hung| *hung), Some(device));
    // And on.
    let launch = all.launch(&waits()).bind("never", &[1u32, 1]);
    let report = launch.bind_mut("y", &mut y).invocations([n]).run();
    assert!(y.iter().all(|y| *y == 10));
    assert_eq!(report.unwrap().passed_over.len(), 1);
    println!("as it must be");
}

/// A device that was only slow is used again.
#[test]
fn late_is_not_lost() {
    let Some(all) = group() else { return };
    let n = 40_000 * 64;
    let slow = kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            var x = y[id.x];
            for (var i = 0u; i < 3000u; i++) { x = x * 1664525u + 1013904223u; }
            y[id.x] = x;
        }",
    );
    for device in 0..all.len() {
        let alone = all.on(device).unwrap();
        let mut y = vec![7u32; n];
        let launch = alone.launch(&slow).bind_mut("y", &mut y).invocations([n]);
        let error = launch.watchdog(Duration::from_micros(20)).run();
        let text = error.unwrap_err().to_string();
        assert!(text.contains("hung: "), "{text}");
        let health = &alone.devices()[0];
        while let Some(fault) = health.health().fault {
            assert_eq!(fault, Fault::Hang);
            std::thread::sleep(Duration::from_millis(20));
        }
        let mut y = vec![7u32; 640];
        let launch = alone.launch(&slow).bind_mut("y", &mut y);
        launch.invocations([640]).run().unwrap();
        let once = |x: u32| x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let want = (0..3000).fold(7, |x, _| once(x));
        assert!(y.iter().all(|y| *y == want));
    }
}
