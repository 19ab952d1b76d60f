//! Devices that are lost: the launch goes on elsewhere, or says what was written.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a panic is a failed test"
)]

mod common;

use common::{group, kernel, several};
use polygpu::{
    Device, DeviceGroup, Distribution, Error, Fault, Kernel, Launch, Progress, Schedule,
};

const WORKGROUPS: usize = 600;
const N: usize = WORKGROUPS * 64;

/// In place, so that a chunk that ran twice on what it had written would show.
fn collatz() -> Kernel {
    kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            var x = y[id.x];
            var steps = 0u;
            while (x > 1u && steps < 1000u) {
                x = select(x / 2u, 3u * x + 1u, (x & 1u) == 1u);
                steps += 1u;
            }
            y[id.x] = 1000000u + steps;
        }",
    )
}

fn start() -> Vec<u32> {
    (0..N).map(|i| i as u32 + 1).collect()
}

fn twin(value: u32) -> u32 {
    let (mut x, mut steps) = (value, 0);
    while x > 1 && steps < 1000 {
        x = if x & 1 == 1 { 3 * x + 1 } else { x / 2 };
        steps += 1;
    }
    1_000_000 + steps
}

fn finished() -> Vec<u32> {
    start().into_iter().map(twin).collect()
}

fn launch<'a>(gpus: &DeviceGroup, kernel: &Kernel, y: &'a mut [u32]) -> Launch<'a> {
    gpus.launch(kernel)
        .bind_mut("y", y)
        .invocations([N])
        .distribute("y", Distribution::split(1))
}

/// Destroys these devices when the first chunk is done.
fn destroy(devices: Vec<Device>) -> impl FnMut(Progress) + Send {
    move |progress| {
        assert!(progress.done <= progress.total);
        devices.iter().for_each(|device| device.wgpu().destroy());
    }
}

fn ranges(report: &polygpu::Report) -> Vec<u32> {
    let ranges = report.devices.iter().flat_map(|d| d.ranges.clone());
    let mut all: Vec<_> = ranges.flatten().collect();
    all.sort_unstable();
    all
}

/// All but one are lost after the first chunk, whichever is left; every way of awaiting it.
#[test]
fn the_others_finish() {
    let kernel = collatz();
    let Some(first) = several() else { return };
    for left in 0..first.len() {
        for schedule in [
            Schedule::Dynamic,
            Schedule::Even,
            Schedule::Single((left + 1) % first.len()),
        ] {
            // Each round begins with devices that were never lost.
            let gpus = several().unwrap();
            let mut doomed = gpus.devices().to_vec();
            doomed.remove(left);
            let mut y = start();
            let running = launch(&gpus, &kernel, &mut y)
                // Several chunks for each device under every schedule.
                .memory_budget(50_000)
                .schedule(schedule.clone())
                .on_progress(destroy(doomed.clone()));
            let what = format!("{schedule:?}, device {left} is left");
            let report = if left == 0 {
                pollster::block_on(async { running.await })
            } else {
                running.run()
            };
            let report = report.unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(y == finished(), "{what}");
            assert_eq!(
                ranges(&report),
                (0..WORKGROUPS as u32).collect::<Vec<_>>(),
                "{what}"
            );
            let retried: Vec<_> = report.retries.iter().map(|r| r.device.as_str()).collect();
            assert!(!retried.is_empty(), "{what}: no loss is in the report");
            for name in retried {
                assert!(doomed.iter().any(|d| d.name() == name), "{what}: {name}");
            }
            let lost = gpus.devices().iter().filter(|d| d.is_lost()).count();
            assert_eq!(lost, doomed.len(), "{what}");

            // The next launch on the group opens them again.
            let mut y = start();
            let report = launch(&gpus, &kernel, &mut y)
                .schedule(Schedule::Even)
                .run()
                .unwrap();
            assert!(y == finished(), "{what}: the next launch");
            let active = report.devices.iter().filter(|d| d.chunks() > 0).count();
            assert_eq!((active, report.retries.len()), (gpus.len(), 0), "{what}");
            let names: Vec<_> = report.reopened.iter().map(|r| r.name.as_str()).collect();
            let want: Vec<_> = doomed.iter().map(Device::name).collect();
            assert_eq!(names, want, "{what}");
            for (index, health) in gpus.health().into_iter().enumerate() {
                assert_eq!(health.fault, None, "{what}: {health}");
                assert_eq!(health.reopened, u32::from(index != left), "{what}");
                let told = health.last_loss.is_some_and(|why| why.contains("lost"));
                assert_eq!(told, index != left, "{what}");
            }
        }
    }
}

/// With no device left, the error lists what was written, and the arrays agree with it.
#[test]
fn no_device_is_left() {
    let kernel = collatz();
    for alone in [false, true] {
        for atomic in [false, true] {
            let Some(mut gpus) = several() else { return };
            if alone {
                gpus = gpus.on(0).unwrap();
            }
            let mut y = start();
            let mut running = launch(&gpus, &kernel, &mut y)
                .memory_budget(50_000)
                .on_progress(destroy(gpus.devices().to_vec()));
            if atomic {
                running = running.atomic();
            }
            let error = running.run().unwrap_err();
            let text = error.to_string();
            let Error::Failed {
                committed,
                missing,
                causes,
                ..
            } = error
            else {
                panic!("{text}");
            };
            let mut all: Vec<_> = committed
                .iter()
                .chain(&missing)
                .cloned()
                .flatten()
                .collect();
            all.sort_unstable();
            assert_eq!(all, (0..WORKGROUPS as u32).collect::<Vec<_>>(), "{text}");
            assert!(!committed.is_empty() && !missing.is_empty(), "{text}");
            assert_eq!(causes.len(), gpus.len(), "{text}");
            assert!(causes.iter().all(|cause| cause.contains("lost")), "{text}");
            let mut want = start();
            if atomic {
                assert!(
                    text.contains("it was atomic, so the arrays are as they were"),
                    "{text}"
                );
            } else {
                for i in committed.into_iter().flatten() {
                    let range = i as usize * 64..(i as usize + 1) * 64;
                    want[range].iter_mut().for_each(|y| *y = twin(*y));
                }
            }
            assert!(y == want, "{text}");

            assert!(gpus.health().iter().all(|h| h.fault == Some(Fault::Lost)));
            let mut y = start();
            launch(&gpus, &kernel, &mut y).run().unwrap();
            assert!(y == finished());
        }
    }
}

/// A device that is lost in every launch is opened again three times; one that comes through in between, as often as it takes.
#[test]
fn lost_again_and_again() {
    let kernel = collatz();
    let Some(len) = group().map(|gpus| gpus.len()) else {
        return;
    };
    for index in 0..len {
        let gpus = group().unwrap();
        let alone = gpus.on(index).unwrap();
        let device = &alone.devices()[0];
        for round in 0..5 {
            device.wgpu().destroy();
            assert!(device.is_lost());
            let mut y = start();
            let report = launch(&alone, &kernel, &mut y).run().unwrap();
            assert!(y == finished());
            assert_eq!(report.reopened.len(), 1);
            assert_eq!(device.health().reopened, round + 1);
        }
        for round in 0..4 {
            let mut y = start();
            let destroy = destroy(vec![device.clone()]);
            let launch = launch(&alone, &kernel, &mut y).memory_budget(50_000);
            let error = launch.on_progress(destroy).run().unwrap_err();
            assert!(matches!(error, Error::Failed { .. }), "{round}: {error}");
            assert_eq!(device.health().reopened, 5 + round);
        }
        // There is nothing to run on, which is said before any work.
        let mut y = start();
        let error = launch(&alone, &kernel, &mut y).run().unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("test.wgsl can't run on any of the devices:")
                && text.contains("it was opened again 3 times, and lost each time"),
            "{text}"
        );
        assert!(y == start());
        let text = device.health().to_string();
        assert!(text.contains("opened again before (times: 8)"), "{text}");
        // In a group, the others do its work.
        if gpus.len() > 1 {
            let report = launch(&gpus, &kernel, &mut y).run().unwrap();
            assert!(y == finished());
            assert_eq!(report.passed_over[0].name, device.name());
        }
    }
}

/// From another thread, at no particular moment.
#[test]
fn lost_at_any_moment() {
    let kernel = collatz();
    for round in 0..12u64 {
        let Some(gpus) = several() else { return };
        let doomed = gpus.devices()[round as usize % gpus.len()].clone();
        let mut y = start();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_micros(round * 700));
                doomed.wgpu().destroy();
            });
            let report = launch(&gpus, &kernel, &mut y).memory_budget(50_000).run();
            report.unwrap_or_else(|error| panic!("round {round}: {error}"));
        });
        assert!(y == finished(), "round {round}");
    }
}

/// A device that the program opened itself tells nobody of its loss: that must not pass for success.
#[test]
fn a_device_of_the_callers_is_lost() {
    let Some(gpus) = group() else { return };
    for device in gpus.devices() {
        let (wgpu, queue) = (device.wgpu(), device.queue());
        let own = Device::from_wgpu(wgpu, queue);
        let alone = DeviceGroup::from_devices(vec![own.clone()]).unwrap();
        let kernel = collatz();
        let buffer = device
            .wgpu()
            .create_buffer(&polygpu::wgpu::BufferDescriptor {
                label: None,
                size: 4 * N as u64,
                usage: polygpu::wgpu::BufferUsages::STORAGE,
                mapped_at_creation: false,
            });
        let in_place = || {
            let launch = alone.launch(&kernel).bind_buffer("y", &buffer);
            launch.invocations([N]).run()
        };
        in_place().unwrap();
        // What is written in place can't be taken back.
        let atomic = alone.launch(&kernel).bind_buffer("y", &buffer).atomic();
        let error = atomic.invocations([N]).run().unwrap_err().to_string();
        assert!(error.contains("`atomic` can't undo"), "{error}");
        own.wgpu().destroy();
        let error = in_place().unwrap_err().to_string();
        assert!(error.contains("lost"), "{error}");
        let mut y = start();
        let error = launch(&alone, &kernel, &mut y)
            .run()
            .unwrap_err()
            .to_string();
        assert!(error.contains("lost"), "{error}");
        assert!(y == start());
    }
}

/// Launches that are dropped or forgotten under way do no harm to those that follow.
#[test]
fn launches_that_are_left() {
    use std::future::{Future, IntoFuture};
    use std::pin::pin;
    use std::task::{Context, Waker};

    let Some(gpus) = several() else { return };
    let kernel = collatz();
    for round in 0..30 {
        let mut y = start();
        let launch = launch(&gpus, &kernel, &mut y).memory_budget(50_000);
        let mut running = Box::pin(launch.into_future());
        let mut cx = Context::from_waker(Waker::noop());
        for _ in 0..round {
            if running.as_mut().poll(&mut cx).is_ready() {
                break;
            }
            std::thread::yield_now();
        }
        if round % 2 == 0 {
            drop(running);
        } else {
            std::mem::forget(running);
        }
        // Each element is old or new, and nobody else writes from here on.
        let before = y.clone();
        for (value, old) in y.iter().zip(start()) {
            assert!(*value == old || *value == twin(old), "round {round}");
        }
        let mut again = start();
        let next = self::launch(&gpus, &kernel, &mut again).into_future();
        pollster::block_on(pin!(next)).unwrap();
        assert!(again == finished(), "round {round}");
        assert!(y == before, "round {round}");
    }
}

/// Two launches awaited on one thread: each makes progress before the other is over.
#[test]
fn two_launches_at_once() {
    use std::future::IntoFuture;
    use std::sync::atomic::{AtomicU32, Ordering};

    let Some(gpus) = several() else { return };
    let kernel = collatz();
    let (mut a, mut b) = (start(), start());
    let seen = [const { AtomicU32::new(0) }; 2];
    let count = |index: usize| {
        let seen = &seen;
        move |_| {
            seen[index].fetch_add(1, Ordering::Relaxed);
        }
    };
    let first = launch(&gpus, &kernel, &mut a)
        .on_progress(count(0))
        .into_future();
    let second = launch(&gpus, &kernel, &mut b)
        .on_progress(count(1))
        .into_future();
    let (first, second) = pollster::block_on(futures::future::join(first, second));
    let reports = [first.unwrap(), second.unwrap()];
    for (report, seen) in reports.iter().zip(&seen) {
        let chunks: usize = report.devices.iter().map(|d| d.chunks()).sum();
        assert_eq!(seen.load(Ordering::Relaxed) as usize, chunks);
    }
    assert!(a == finished() && b == finished());
}
