//! Launches whose shape is unusual: each was wrong once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

mod common;

use common::kernel;
use polygpu::{Axis, Distribution, Error, Schedule};

/// A struct that ends in a runtime-sized array is padded to its alignment: short tails, and short last windows.
#[test]
fn short_tails() {
    let Some(gpus) = common::group() else { return };
    let add = kernel(
        "struct S { head: vec4<u32>, tail: array<u32> }
         @group(0) @binding(0) var<storage, read_write> s: S;
         @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             if (id.x < arrayLength(&s.tail)) { s.tail[id.x] += s.head.y + arrayLength(&s.tail); }
         }",
    );
    for len in [0u32, 1, 2, 3, 4, 5, 13, 14] {
        let start: Vec<u32> = [7, 100, 9, 9].into_iter().chain(0..len).collect();
        let mut want = start.clone();
        want[4..].iter_mut().for_each(|x| *x += 100 + len);
        let one = gpus.on(0).unwrap();
        for (devices, cut) in [(&one, false), (&one, true), (&gpus, true)] {
            let mut s = start.clone();
            let mut launch = devices.launch(&add).bind_mut("s", &mut s).workgroups([4]);
            if cut {
                launch = launch.distribute("s", Distribution::split(1));
            }
            launch
                .run()
                .unwrap_or_else(|error| panic!("{len}: {error}"));
            assert_eq!(s, want, "{len} elements, cut: {cut}");
        }
    }
}

/// `set` fills arrays of a fixed size, in uniforms and in storage that is only read.
#[test]
fn arrays_that_are_set() {
    let Some(gpus) = common::group() else { return };
    let sum = kernel(
        "@group(0) @binding(0) var<uniform> u: array<vec4<u32>, 4>;
         @group(0) @binding(1) var<storage, read> t: array<u32, 8>;
         @group(0) @binding(2) var<storage, read_write> y: array<u32>;
         @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             y[id.x] = u[id.x % 4u].z + t[id.x % 8u];
         }",
    );
    let u: [[u32; 4]; 4] = std::array::from_fn(|i| [0, 0, 10 * i as u32, 0]);
    let t: [u32; 8] = std::array::from_fn(|i| 1000 * i as u32);
    let want: Vec<u32> = (0..16).map(|i| 10 * (i % 4) + 1000 * (i % 8)).collect();
    for cut in [false, true] {
        let mut y = [0u32; 16];
        let mut launch = gpus
            .launch(&sum)
            .set("u", u)
            .set("t", t)
            .bind_mut("y", &mut y)
            .workgroups([16]);
        if cut {
            launch = launch.distribute("y", Distribution::split(1));
        }
        launch.run().unwrap();
        assert_eq!(y[..], want, "cut: {cut}");
    }
}

/// A member that the kernel does not look at may be set, and needs not be.
#[test]
fn padding_that_is_not_set() {
    let Some(gpus) = common::group() else { return };
    let sum = kernel(
        "struct P { n: u32, _pad0: u32, inner: Q, pad: u32, last: u32 }
         struct Q { m: u32, pad1: vec3<u32> }
         @group(0) @binding(0) var<uniform> p: P;
         @group(0) @binding(1) var<storage, read_write> y: array<u32>;
         fn last() -> u32 { return p.last; }
         @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             y[id.x] = p.n + p.inner.m + last();
         }",
    );
    let mut y = [9u32; 4];
    let launch = gpus.launch(&sum).bind_mut("y", &mut y).workgroups([4]);
    let launch = launch
        .set("p.n", 1u32)
        .set("p.inner.m", 20u32)
        .set("p.pad", 7u32);
    let launch = launch.set("p.inner.pad1", [1u32, 2, 3]);
    launch.set("p.last", 300u32).run().unwrap();
    assert_eq!(y, [321; 4]);
    let launch = gpus.launch(&sum).bind_mut("y", &mut y).workgroups([4]);
    let launch = launch.set("p.n", 1u32).set("p._pad0", 5u32);
    let Error::Missing { names, .. } = launch.run().unwrap_err() else {
        panic!("something else is missing");
    };
    assert_eq!(names, ["p.inner.m", "p.inner.pad1", "p.last"]);
}

/// What lies beyond the grid's part of a binding is outside the distribution on one device as it is on several.
#[test]
fn one_device_checks_too() {
    let Some(gpus) = common::group() else { return };
    let shift = kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
         @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             y[id.x + 1u] = id.x;
         }",
    );
    for devices in [gpus.on(0).unwrap(), gpus.clone()] {
        let mut y = vec![0u32; 2560];
        let launch = devices.launch(&shift).bind_mut("y", &mut y);
        let launch = launch
            .distribute("y", Distribution::split(1))
            .invocations([1280]);
        let error = launch.run().unwrap_err();
        assert!(matches!(error, Error::OutsideWindow { .. }), "{error}");
        let launch = devices
            .launch(&shift)
            .bind_mut("y", &mut y)
            .trust_distribution();
        let launch = launch
            .distribute("y", Distribution::split(1))
            .invocations([1280]);
        launch.schedule(Schedule::Dynamic).run().unwrap();
        assert_eq!(y[1280], 0);
    }
}

/// Refused with its line before any device is asked.
#[test]
fn pointers_that_cannot_be_passed() {
    let wgsl = "var<private> p: array<u32, 4>;
         fn f(x: ptr<private, u32>) { *x = 1u; }
         @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             f(&p[id.x]);
         }";
    let error = kernel(wgsl).interface().unwrap_err().to_string();
    assert!(
        error.starts_with("test.wgsl:4: ") && error.contains("private"),
        "{error}"
    );
}

/// Threads that launch on one device do not take each other's callbacks for a loss.
#[test]
fn many_threads_on_one_device() {
    let Some(gpus) = common::group() else { return };
    let double = kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
         @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             if (id.x < arrayLength(&y)) { y[id.x] *= 2u; }
         }",
    );
    let one = gpus.on(0).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4u32 {
            let (one, double) = (&one, &double);
            scope.spawn(move || {
                for round in 0..200 {
                    let mut y: Vec<u32> = (thread..thread + 1000).collect();
                    let launch = one.launch(double).bind_mut("y", &mut y);
                    launch
                        .invocations([1000])
                        .run()
                        .unwrap_or_else(|e| panic!("{round}: {e}"));
                    assert!((thread..).zip(&y).all(|(i, y)| *y == 2 * i));
                    let _ = one.devices()[0].is_lost();
                }
            });
        }
    });
}

/// A schedule of parts is no mistake where the arrays happen to be small: one workgroup runs whole.
#[test]
fn one_workgroup_of_a_schedule_of_parts() {
    let Some(gpus) = common::several() else {
        return;
    };
    let count = kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
         @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             if (id.x < arrayLength(&y)) { y[id.x] += 1u; }
         }",
    );
    let mut weights = vec![1.0; gpus.len()];
    weights[1] = 3.0;
    for (schedule, on) in [
        (Schedule::Even, None),
        (Schedule::Weighted(weights), Some(1)),
    ] {
        for axis in [None, Some(Axis::X)] {
            let mut y = [0u32; 20];
            let launch = gpus.launch(&count).bind_mut("y", &mut y).invocations([20]);
            let mut launch = launch.schedule(schedule.clone());
            if let Some(axis) = axis {
                launch = launch.axis(axis);
            }
            let report = launch.run().unwrap();
            assert_eq!(y, [1; 20]);
            let ran: Vec<_> = report.devices.iter().filter(|d| d.chunks() > 0).collect();
            assert_eq!(ran.len(), 1, "{report}");
            assert!(on.is_none_or(|on| ran[0].index == on), "{report}");
        }
    }
}
