//! The coordinator over devices that record: plain host memory, a Rust function for the kernel, and
//! faults at the k-th chunk.

mod differential;
mod executor;
mod forget;
mod memory;
mod recorder;
mod reduce;
mod timeout;
mod verify;
mod watchdog;

use std::ops::Range;

use proptest::prelude::*;

use super::coordinator::{Coordinator, ProgressFn};
use super::lane::Lane;
use super::launch::Progress;
use crate::error::{Error, Result};
use crate::plan::{Distribution, Limits};
use crate::report::{DeviceReport, Report};
use crate::schedule::Schedule;
use executor::Executor;
use recorder::{Data, Fault, Recorder, Settings, TOTAL};

/// The devices of a case, their faults by device, and when.
#[derive(Debug, Clone)]
struct Case {
    faults: Vec<Option<Fault>>,
    schedule: Schedule,
    max_chunk: u32,
    atomic: bool,
    /// Which of the waiting chunks a device finishes next: 0 is the oldest.
    order: usize,
}

const DEVICES: usize = 3;

/// What a run showed.
struct Outcome {
    result: Result<Report>,
    data: Data,
    /// Chunks whose results came back whole.
    done: Vec<Range<u32>>,
    failed: Vec<bool>,
    progress: Vec<Progress>,
}

fn run(case: &Case) -> Outcome {
    let mut data = Data::new();
    let executor = Executor::queued();
    let recorders: Vec<_> = case
        .faults
        .iter()
        .map(|fault| Recorder::new(executor.clone(), *fault))
        .collect();
    let records: Vec<_> = recorders.iter().map(|r| r.record.clone()).collect();
    let mut progress = Vec::new();
    let settings = Settings {
        schedule: case.schedule.clone(),
        atomic: case.atomic,
        on_progress: Some(Box::new(|p| progress.push(p)) as ProgressFn),
        ..Settings::default()
    };
    let task = data.task(settings, case.faults.len());
    let lanes = lanes(recorders, case.max_chunk);
    let mut coordinator = Coordinator::new(task, lanes);
    let result = executor.drive(&mut coordinator, case.order);
    drop(coordinator);
    let records: Vec<_> = records.iter().map(|r| r.lock().unwrap().clone()).collect();
    Outcome {
        result,
        data,
        done: records.iter().flat_map(|r| r.done.clone()).collect(),
        failed: records.iter().map(|r| r.failed).collect(),
        progress,
    }
}

fn lanes(recorders: Vec<Recorder>, max_chunk: u32) -> Vec<Option<Lane<Recorder>>> {
    let lane = |(index, recorder)| {
        let report = DeviceReport {
            index,
            name: format!("recorder {index}"),
            ..DeviceReport::default()
        };
        Some(Lane::new(recorder, max_chunk, Limits::ample(), report))
    };
    recorders.into_iter().enumerate().map(lane).collect()
}

/// The workgroups of ranges, sorted: twice the same would show.
fn workgroups(ranges: &[Range<u32>]) -> Vec<u32> {
    let mut all: Vec<_> = ranges.iter().flat_map(|range| range.clone()).collect();
    all.sort_unstable();
    all
}

/// What must hold however a launch ends.
fn check(case: &Case) {
    let outcome = run(case);
    let Outcome {
        data, done, failed, ..
    } = &outcome;
    let all: Vec<u32> = (0..TOTAL).collect();
    let committed = workgroups(done);
    let progress: Vec<_> = outcome.progress.iter().map(|p| p.done).collect();
    assert!(progress.is_sorted(), "{case:?}: {progress:?}");
    assert!(outcome.progress.iter().all(|p| p.total == TOTAL));
    assert_eq!(
        progress.len(),
        done.len(),
        "{case:?}: progress once a chunk"
    );
    let mut once = committed.clone();
    once.dedup();
    assert_eq!(once, committed, "{case:?}: a workgroup ran twice");

    match &outcome.result {
        Ok(report) => {
            assert!(failed.contains(&false), "{case:?}: no device was left");
            assert_eq!(committed, all, "{case:?}");
            assert_eq!(progress.last(), Some(&TOTAL));
            let ranges: Vec<_> = report
                .devices
                .iter()
                .flat_map(|d| d.ranges.clone())
                .collect();
            assert_eq!(workgroups(&ranges), all, "{case:?}: the report");
            let retired: Vec<_> = report.retries.iter().map(|r| r.device.clone()).collect();
            let failed = failed.iter().enumerate().filter(|(_, failed)| **failed);
            let mut failed: Vec<_> = failed.map(|(i, _)| format!("recorder {i}")).collect();
            failed.sort_by_key(|name| retired.iter().position(|r| r == name));
            assert_eq!(
                retired, failed,
                "{case:?}: the report names each failure once"
            );
            data.assert_committed(&all, &format!("{case:?}"));
        }
        Err(error) => {
            assert!(
                !failed.contains(&false),
                "{case:?}: a device was left: {error}"
            );
            let Error::Failed {
                committed: listed,
                missing,
                atomic,
                causes,
                ..
            } = error
            else {
                panic!("{case:?}: {error}");
            };
            assert_eq!(workgroups(listed), committed, "{case:?}: {error}");
            let both = [listed.as_slice(), missing.as_slice()].concat();
            assert_eq!(workgroups(&both), all, "{case:?}: {error}");
            assert_eq!(*atomic, case.atomic);
            assert_eq!(causes.len(), DEVICES, "{case:?}: {error}");
            let kept = if case.atomic { Vec::new() } else { committed };
            data.assert_committed(&kept, &format!("{case:?}: {error}"));
        }
    }
}

const FAULTS: [fn(usize) -> Fault; 6] = [
    Fault::Upload,
    Fault::Dispatch,
    Fault::Short,
    Fault::Empty,
    Fault::Spawn,
    Fault::Panic,
];

/// Every kind of fault, at the first, a middle and the last chunk, on one device, on two, on all.
#[test]
fn a_failed_chunk_runs_elsewhere_or_is_listed() {
    let schedules = [
        Schedule::Dynamic,
        Schedule::Even,
        Schedule::Weighted(vec![3.0, 0.0, 1.0]),
        Schedule::Single(0),
        Schedule::Single(2),
    ];
    let failing: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[0, 2], &[0, 1, 2]];
    let mut ended_badly = 0;
    for fault in FAULTS {
        // Of 8 workgroups for each device, one to three at a time.
        for (chunk, max_chunk) in [(0, 8), (0, 1), (1, 3), (2, 3), (4, 1), (7, 1)] {
            for devices in failing {
                for schedule in &schedules {
                    for (atomic, order) in [(false, 0), (true, 1)] {
                        let mut faults = vec![None; DEVICES];
                        for device in devices {
                            faults[*device] = Some(fault(chunk));
                        }
                        let case = Case {
                            faults,
                            schedule: schedule.clone(),
                            max_chunk,
                            atomic,
                            order,
                        };
                        check(&case);
                        ended_badly += u32::from(run(&case).result.is_err());
                    }
                }
            }
        }
    }
    // The table reaches both ends.
    assert!(ended_badly > 100, "{ended_badly}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_faults_at_any_time(
        faults in prop::collection::vec(
            prop::option::of((0..FAULTS.len(), 0..10usize)), DEVICES),
        schedule in prop_oneof![
            Just(Schedule::Dynamic),
            Just(Schedule::Even),
            (0..DEVICES).prop_map(Schedule::Single),
            prop::collection::vec(0.1..9.0f64, DEVICES).prop_map(Schedule::Weighted),
        ],
        max_chunk in 1..=TOTAL,
        atomic: bool,
        order in 0..DEVICES,
    ) {
        let faults = faults
            .into_iter()
            .map(|fault| fault.map(|(kind, chunk)| FAULTS[kind](chunk)))
            .collect();
        check(&Case { faults, schedule, max_chunk, atomic, order });
    }
}

/// A launch on one device runs on the caller's thread, with the same outcome.
#[test]
fn one_device_alone() {
    for fault in FAULTS.map(|fault| fault(2)) {
        for atomic in [false, true] {
            let mut data = Data::new();
            let recorder = Recorder::new(Executor::queued(), Some(fault));
            let settings = Settings {
                atomic,
                ..Settings::default()
            };
            let task = data.task(settings, 1);
            let mut coordinator = Coordinator::new(task, lanes(vec![recorder], 5));
            let result = coordinator.run_inline().unwrap();
            drop(coordinator);
            match result {
                Ok(_) => assert!(matches!(fault, Fault::Spawn(_)), "it needs no thread"),
                Err(Error::Failed {
                    committed, missing, ..
                }) => {
                    assert_eq!(committed, [0..5, 5..10], "{fault:?}");
                    let rest: Vec<_> = (10..TOTAL).collect();
                    assert_eq!(workgroups(&missing), rest, "{fault:?}");
                    let kept = if atomic { 0 } else { 10 };
                    let kept: Vec<_> = (0..kept).collect();
                    data.assert_committed(&kept, &format!("{fault:?}"));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// The text of the error that a launch ends with, when no device is left.
#[test]
fn the_error_says_what_was_written() {
    let case = |atomic| Case {
        faults: vec![
            Some(Fault::Dispatch(1)),
            Some(Fault::Upload(0)),
            Some(Fault::Short(0)),
        ],
        schedule: Schedule::Even,
        max_chunk: 8,
        atomic,
        order: 0,
    };
    let error = run(&case(false)).result.unwrap_err().to_string();
    for part in [
        "recorder.wgsl failed",
        "workgroups 0..8 were written, ",
        " hold their old content",
        "recorder 0: dispatch failed",
        "recorder 1: upload failed",
        "recorder 2: the results are incomplete",
    ] {
        assert!(error.contains(part), "{part:?} is not in\n{error}");
    }
    let error = run(&case(true)).result.unwrap_err().to_string();
    assert!(
        error.contains("it was atomic, so the arrays are as they were"),
        "{error}"
    );
}

/// All devices are handed a chunk before the first one comes back.
#[test]
fn every_device_is_busy_from_the_start() {
    let mut data = Data::new();
    let executor = Executor::queued();
    let recorders = (0..DEVICES).map(|_| Recorder::new(executor.clone(), None));
    let lanes = lanes(recorders.collect(), 2);
    let mut coordinator = Coordinator::new(data.task(Settings::default(), DEVICES), lanes);
    let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(coordinator.poll(&mut cx).is_pending());
    assert_eq!(executor.waiting(), DEVICES);
    executor.drive(&mut coordinator, 0).unwrap();
}

/// A device that was passed over is left out.
#[test]
fn lanes_that_are_not_there() {
    let mut data = Data::new();
    let executor = Executor::queued();
    let recorders = (0..DEVICES).map(|_| Recorder::new(executor.clone(), None));
    let mut lanes = lanes(recorders.collect(), 2);
    lanes[1] = None;
    let task = data.task(Settings::default(), DEVICES);
    let report = executor
        .drive(&mut Coordinator::new(task, lanes), 0)
        .unwrap();
    let indices: Vec<_> = report.devices.iter().map(|d| d.index).collect();
    assert_eq!(indices, [0, 2]);
    data.assert_committed(&(0..TOTAL).collect::<Vec<_>>(), "two lanes");
}

/// Every distribution of the input leads to the same result: whole or windowed, on the device
/// already or not. A halo as wide as the array holds all of it in some chunks, and not in others.
#[test]
fn what_a_device_holds_is_what_the_chunk_needs() {
    let halo = |before, after| Distribution::halo(1, before, after);
    for x in [
        Distribution::broadcast(),
        Distribution::split(1),
        halo(3, 5),
        halo(50, 50),
        halo(50, 0),
        halo(1000, 1000),
    ] {
        for max_chunk in [1, 3, 8, 12, TOTAL] {
            for count in [1, 2, DEVICES] {
                let mut data = Data::new();
                let executor = Executor::queued();
                let recorders = (0..count).map(|_| Recorder::new(executor.clone(), None));
                let settings = Settings {
                    x,
                    ..Settings::default()
                };
                let task = data.task(settings, count);
                let lanes = lanes(recorders.collect(), max_chunk);
                let result = executor.drive(&mut Coordinator::new(task, lanes), 0);
                let what = format!("{x}, chunks of {max_chunk} on {count} devices");
                let report = result.unwrap_or_else(|error| panic!("{what}: {error}"));
                assert!(report.retries.is_empty(), "{what}: {:?}", report.retries);
                data.assert_committed(&(0..TOTAL).collect::<Vec<_>>(), &what);
            }
        }
    }
}
