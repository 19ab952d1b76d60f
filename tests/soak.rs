//! Random launches under random faults, for as long as `POLYGPU_SOAK` says (seconds; 5 without it): every result is
//! right or a named error that the arrays agree with, and memory and threads do not grow.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

mod common;

use std::collections::BTreeMap;
use std::future::{Future, IntoFuture};
use std::ops::Range;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use common::{kernel, several};
use polygpu::{Axis, DeviceGroup, Error, Kernel, Launch, Schedule};

/// A small generator: xorshift64*, by Vigna.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % below
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.roll(n) == 0
    }
}

const WORKGROUP: usize = 64;
const BINS: usize = 16;

/// A kernel with a twin: in place, so that what ran twice would show.
struct Work {
    kernel: Kernel,
    twin: fn(&[u32], &mut [u32]),
    /// Whether each workgroup writes its own part of `y`, so that the ranges in an error can be checked.
    split: bool,
    /// Whether it can be divided at all.
    divides: bool,
}

fn works() -> Vec<Work> {
    let in_place = "@group(0) @binding(0) var<storage, read> x: array<u32>;
        @group(0) @binding(1) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let i = id.x;
            if (i >= arrayLength(&x)) { return; }
            var v = y[i];
            for (var k = 0u; k < 200u; k++) { v = v * 1664525u + x[i]; }
            y[i] = v;
        }";
    let sums = "@group(0) @binding(0) var<storage, read> x: array<u32>;
        @group(0) @binding(1) var<storage, read_write> y: array<atomic<u32>>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&x)) { atomicAdd(&y[x[id.x] % 16u], x[id.x]); }
        }";
    // A maximum here and a count there: it can't be split.
    let whole = "@group(0) @binding(0) var<storage, read> x: array<u32>;
        @group(0) @binding(1) var<storage, read_write> y: array<atomic<u32>>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&x)) {
                atomicMax(&y[x[id.x] % 16u], x[id.x]);
                atomicAdd(&y[0], 1u);
            }
        }";
    vec![
        Work {
            kernel: kernel(in_place),
            twin: |x, y| {
                for (x, y) in x.iter().zip(y) {
                    for _ in 0..200 {
                        *y = y.wrapping_mul(1_664_525).wrapping_add(*x);
                    }
                }
            },
            split: true,
            divides: true,
        },
        Work {
            kernel: kernel(sums),
            twin: |x, y| {
                for x in x {
                    let y = &mut y[*x as usize % BINS];
                    *y = y.wrapping_add(*x);
                }
            },
            split: false,
            divides: true,
        },
        Work {
            kernel: kernel(whole),
            // `numbers` leaves element 0 to the count.
            twin: |x, y| {
                for x in x {
                    let y = &mut y[*x as usize % BINS];
                    *y = (*y).max(*x);
                }
                y[0] += x.len() as u32;
            },
            split: false,
            divides: false,
        },
    ]
}

/// Never a multiple of 16.
fn numbers(dice: &mut Dice, len: usize) -> Vec<u32> {
    let number = |_| dice.roll(1 << 20) as u32 * 16 + 1 + dice.roll(15) as u32;
    (0..len).map(number).collect()
}

fn settings<'a>(
    dice: &mut Dice,
    mut launch: Launch<'a>,
    devices: usize,
    divides: bool,
) -> Launch<'a> {
    let devices = devices as u64;
    launch = match dice.roll(6) {
        0 if divides => launch.schedule(Schedule::Even),
        1 => launch.schedule(Schedule::Single(dice.roll(devices) as usize)),
        2 => launch.axis(Axis::X),
        _ => launch,
    };
    if dice.one_in(3) {
        launch = launch.atomic();
    }
    if dice.one_in(2) {
        launch = launch.memory_budget(20_000 + dice.roll(200_000));
    }
    if divides && dice.one_in(6) {
        launch = launch.verify(dice.roll(11) as f64 / 10.0);
    }
    if dice.one_in(8) {
        launch = launch.timeout(Duration::from_micros(dice.roll(20_000)));
    }
    launch
}

/// How launches ended, by a word for each.
type Counts = BTreeMap<&'static str, u32>;

fn launch(gpus: &DeviceGroup, work: &Work, dice: &mut Dice, counts: &mut Counts) {
    let len = match dice.roll(4) {
        0 => 1 + dice.roll(200) as usize,
        1 => WORKGROUP * (1 + dice.roll(50) as usize),
        _ => 1 + dice.roll(100_000) as usize,
    };
    let x = numbers(dice, len);
    let outputs = if work.split { len } else { BINS };
    let before: Vec<u32> = (0..outputs as u32).map(|i| i * 7 + 1).collect();
    let mut after = before.clone();
    (work.twin)(&x, &mut after);
    let mut y = before.clone();
    let mut launch = settings(dice, gpus.launch(&work.kernel), gpus.len(), work.divides)
        .bind("x", &x)
        .bind_mut("y", &mut y)
        .invocations([len]);
    // Some devices are lost under way, or between two launches.
    let doomed: Vec<_> = (gpus.devices().iter())
        .filter(|_| dice.one_in(24))
        .cloned()
        .collect();
    if dice.one_in(2) {
        let at = dice.roll(3) as u32;
        let mut chunks = 0;
        launch = launch.on_progress(move |_| {
            if chunks == at {
                doomed.iter().for_each(|device| device.wgpu().destroy());
            }
            chunks += 1;
        });
    } else {
        doomed.iter().for_each(|device| device.wgpu().destroy());
    }
    if dice.one_in(10) {
        // Left alone, half done.
        let mut running = Box::pin(launch.into_future());
        let mut cx = Context::from_waker(Waker::noop());
        for _ in 0..dice.roll(20) {
            if running.as_mut().poll(&mut cx).is_ready() {
                break;
            }
            std::thread::yield_now();
        }
        *counts.entry("dropped").or_default() += 1;
        return;
    }
    let result = match dice.one_in(2) {
        true => pollster::block_on(launch.into_future()),
        false => launch.run(),
    };
    let is_written = |y: &[u32], committed: &[Range<u32>], text: &str| {
        if !work.split {
            return;
        }
        let mut want = before.clone();
        for range in committed {
            let range = range.start as usize * WORKGROUP..range.end as usize * WORKGROUP;
            let range = range.start..range.end.min(len);
            want[range.clone()].copy_from_slice(&after[range]);
        }
        assert!(y == want, "{text}");
    };
    let word = match result {
        Ok(report) => {
            assert!(y == after, "{len} invocations: {report}");
            if report.verified.is_some() {
                "verified"
            } else if !report.retries.is_empty() {
                "healed"
            } else if !report.reopened.is_empty() {
                "opened again"
            } else {
                "ran"
            }
        }
        Err(error) => {
            let text = error.to_string();
            match error {
                Error::Failed {
                    committed, atomic, ..
                }
                | Error::Timeout {
                    committed, atomic, ..
                } => {
                    let committed = if atomic { Vec::new() } else { committed };
                    is_written(&y, &committed, &text);
                    "named what is written"
                }
                Error::NoDeviceFits { .. } => {
                    assert!(y == before, "{text}");
                    "no device"
                }
                // A device that was asked for, and was lost too often or is still at a chunk of before.
                Error::Launch { .. }
                    if text.contains("can't run this launch: ")
                        || text.contains("no two can be compared") =>
                {
                    assert!(y == before, "{text}");
                    "no device"
                }
                _ => panic!("{text}"),
            }
        }
    };
    *counts.entry(word).or_default() += 1;
}

/// Resident memory in MiB, and threads.
fn usage() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let number = |key: &str| -> u64 {
        let line = status.lines().find(|line| line.starts_with(key)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    (number("VmRSS:") / 1024, number("Threads:"))
}

#[test]
fn soak() {
    let Some(gpus) = several() else { return };
    let seconds = std::env::var("POLYGPU_SOAK").map_or(5, |seconds| seconds.parse().unwrap());
    let seed = std::env::var("POLYGPU_SOAK_SEED").map_or(1, |seed| seed.parse().unwrap());
    let works = works();
    let length = Duration::from_secs(seconds);
    let began = Instant::now();
    let mut seen: Vec<(u64, u64)> = Vec::new();
    let all = std::sync::Mutex::new(Counts::new());
    std::thread::scope(|scope| {
        for thread in 0..2u64 {
            let (gpus, works, all) = (&gpus, &works, &all);
            scope.spawn(move || {
                let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ (seed * 2 + thread));
                let mut counts = Counts::new();
                while began.elapsed() < length {
                    let work = &works[dice.roll(works.len() as u64) as usize];
                    launch(gpus, work, &mut dice, &mut counts);
                }
                let mut all = all.lock().unwrap();
                for (word, count) in counts {
                    *all.entry(word).or_default() += count;
                }
            });
        }
        while began.elapsed() < length {
            std::thread::sleep(length / 20);
            seen.push(usage());
        }
    });
    let counts = all.into_inner().unwrap();
    for health in gpus.health() {
        println!("{health}");
    }
    println!("{counts:?}\nMiB and threads: {seen:?}");
    let reopened: u32 = gpus.health().iter().map(|h| h.reopened).sum();
    assert!(reopened > 0 && counts["ran"] > 0, "{counts:?}");
    if seconds >= 60 {
        for word in [
            "healed",
            "opened again",
            "verified",
            "named what is written",
            "dropped",
        ] {
            assert!(counts.contains_key(word), "{word}: {counts:?}");
        }
        // The first fifth fills pools and the drivers' caches.
        let median = |part: &[(u64, u64)], of: fn(&(u64, u64)) -> u64| {
            let mut values: Vec<_> = part.iter().map(of).collect();
            values.sort_unstable();
            values[values.len() / 2]
        };
        let early = &seen[seen.len() / 5..seen.len() / 2];
        let late = &seen[seen.len() / 10 * 8..];
        let (mib, mib_late) = (median(early, |s| s.0), median(late, |s| s.0));
        assert!(mib_late <= mib + mib / 10 + 10, "memory grows: {seen:?}");
        let (threads, threads_late) = (median(early, |s| s.1), median(late, |s| s.1));
        assert!(threads_late <= threads + 8, "threads grow: {seen:?}");
    }
}
