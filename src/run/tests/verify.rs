//! Devices that return wrong data, in launches that verify.

use std::ops::Range;

use proptest::prelude::*;

use super::executor::Executor;
use super::recorder::{Data, Fault, Lie, Recorder, Settings, TOTAL};
use super::{DEVICES, FAULTS, lanes, workgroups};
use crate::error::{Error, Fault as Cause, Result};
use crate::report::Report;
use crate::run::coordinator::{Comparable, Coordinator, ProgressFn};
use crate::run::launch::Progress;
use crate::schedule::Schedule;

#[derive(Debug, Clone)]
struct Case {
    lies: Vec<Option<Lie>>,
    faults: Vec<Option<Fault>>,
    classes: Vec<usize>,
    schedule: Schedule,
    max_chunk: u32,
    fraction: f64,
    order: usize,
}

struct Outcome {
    result: Result<Report>,
    data: Data,
    /// What each device ran, and brought back whole.
    done: Vec<Vec<Range<u32>>>,
}

fn run(case: &Case) -> Outcome {
    let mut data = Data::new();
    let executor = Executor::queued();
    let devices = case.lies.iter().zip(&case.faults);
    let recorders: Vec<_> = devices
        .map(|(lie, fault)| {
            let mut recorder = Recorder::new(executor.clone(), *fault);
            recorder.lie = *lie;
            recorder
        })
        .collect();
    let records: Vec<_> = recorders.iter().map(|r| r.record.clone()).collect();
    let mut progress = Vec::new();
    let settings = Settings {
        schedule: case.schedule.clone(),
        verify: Some(Comparable {
            fraction: case.fraction,
            classes: case.classes.clone(),
        }),
        on_progress: Some(Box::new(|p| progress.push(p)) as ProgressFn),
        ..Settings::default()
    };
    let task = data.task(settings, case.lies.len());
    let mut coordinator = Coordinator::new(task, lanes(recorders, case.max_chunk));
    assert!(coordinator.run_inline().is_none());
    let result = executor.drive(&mut coordinator, case.order);
    drop(coordinator);
    assert_eq!(executor.waiting(), 0, "{case:?}: all is waited for");
    check_progress(case, &result, &progress);
    let records = records.iter().map(|r| r.lock().unwrap().done.clone());
    Outcome {
        result,
        done: records.collect(),
        data,
    }
}

/// It goes up, and back to 0 for each device that was found to lie.
fn check_progress(case: &Case, result: &Result<Report>, progress: &[Progress]) {
    let done: Vec<_> = progress.iter().map(|p| p.done).collect();
    let rounds: Vec<_> = done.split(|done| *done == 0).collect();
    assert!(
        rounds.iter().all(|round| round.is_sorted()),
        "{case:?}: {done:?}"
    );
    if let Ok(report) = result {
        assert_eq!(rounds.len(), liars(report).len() + 1, "{case:?}: {done:?}");
        assert_eq!(done.last(), Some(&TOTAL), "{case:?}");
    }
}

/// The devices that were found to lie.
fn liars(report: &Report) -> Vec<usize> {
    let retries = report.retries.iter();
    let wrong = retries.filter(|retry| retry.fault == Cause::WrongData);
    let number = |name: &str| name.strip_prefix("recorder ").unwrap().parse().unwrap();
    wrong.map(|retry| number(&retry.device)).collect()
}

/// What must hold however a launch ends. `majority`: those who lie alike are not in the majority.
fn check(case: &Case, majority: bool) -> Result<Report> {
    let Outcome { result, data, .. } = run(case);
    let all: Vec<u32> = (0..TOTAL).collect();
    let lying: Vec<usize> = (0..case.lies.len())
        .filter(|d| case.lies[*d].is_some())
        .collect();
    match &result {
        Ok(report) => {
            let ranges = report.devices.iter().flat_map(|d| d.ranges.clone());
            assert_eq!(workgroups(&ranges.collect::<Vec<_>>()), all, "{case:?}");
            let found = liars(report);
            for device in &report.devices {
                assert!(
                    !found.contains(&device.index) || device.chunks() == 0,
                    "{case:?}"
                );
            }
            let verified = report.verified.unwrap();
            assert!(
                verified.chunks >= 1,
                "{case:?}: the first chunk is verified"
            );
            if case.fraction == 1.0 {
                assert_eq!(verified.workgroups, TOTAL, "{case:?}");
            }
            if majority {
                assert!(
                    found.iter().all(|d| lying.contains(d)),
                    "{case:?}: {report}"
                );
                if case.fraction == 1.0 || lying.iter().all(|d| found.contains(d)) {
                    data.assert_committed(&all, &format!("{case:?}"));
                }
            }
        }
        Err(Error::WrongData {
            devices,
            binding,
            index,
            chunk,
            ..
        }) => {
            data.assert_committed(&[], &format!("{case:?}"));
            let named = |d: &usize| devices.contains(&format!("recorder {d}"));
            assert!(lying.iter().any(named), "{case:?}: {devices:?}");
            assert!(
                devices.len() == 2 || devices.len() == 3,
                "{case:?}: {devices:?}"
            );
            assert_eq!(
                (binding.as_str(), *index),
                ("y", chunk.start * 4),
                "{case:?}"
            );
        }
        Err(Error::Failed {
            committed,
            missing,
            atomic,
            ..
        }) => {
            assert!(atomic);
            data.assert_committed(&[], &format!("{case:?}"));
            let both = [committed.as_slice(), missing.as_slice()].concat();
            assert_eq!(workgroups(&both), all, "{case:?}");
        }
        Err(error) => panic!("{case:?}: {error}"),
    }
    result
}

const SCHEDULES: [Schedule; 4] = [
    Schedule::Dynamic,
    Schedule::Even,
    Schedule::Single(0),
    Schedule::Single(2),
];

/// Every case with these lies, by device.
fn cases(lies: &[Option<Lie>]) -> Vec<Case> {
    let mut cases = Vec::new();
    for schedule in SCHEDULES {
        for max_chunk in [1, 3, 8, TOTAL] {
            for fraction in [0.3, 1.0] {
                for order in [0, 1, 2] {
                    cases.push(Case {
                        lies: lies.to_vec(),
                        faults: vec![None; lies.len()],
                        classes: vec![0; lies.len()],
                        schedule: schedule.clone(),
                        max_chunk,
                        fraction,
                        order,
                    });
                }
            }
        }
    }
    cases
}

/// The first, a middle, a late one, all of them.
const WHEN: [Option<usize>; 4] = [Some(0), Some(4), Some(9), None];

#[test]
fn nobody_lies() {
    for case in cases(&[None; DEVICES]) {
        let report = check(&case, true).unwrap();
        assert!(report.retries.is_empty(), "{case:?}");
        let share = f64::from(report.verified.unwrap().workgroups) / f64::from(TOTAL);
        if case.max_chunk == 1 {
            assert!((share - case.fraction).abs() < 0.1, "{case:?}: {share}");
        }
    }
}

/// One of three: it is found, and the result is right.
#[test]
fn one_of_three() {
    for device in 0..DEVICES {
        for at in WHEN {
            let mut lies = [None; DEVICES];
            lies[device] = Some(Lie { at, by: 1 });
            for case in cases(&lies) {
                let report = check(&case, true).unwrap_or_else(|error| panic!("{case:?}: {error}"));
                let many = case.fraction == 1.0
                    || (case.max_chunk == 1 && case.schedule == Schedule::Dynamic);
                if at.is_none() && many && report.retries.is_empty() {
                    // It had nothing to do.
                    let done = &run(&case).done[device];
                    assert!(done.is_empty(), "{case:?}: {report}");
                }
            }
        }
    }
}

/// Nobody is in the majority.
#[test]
fn all_differ() {
    for liars in [&[0, 1][..], &[1, 2], &[0, 2], &[0, 1, 2]] {
        for at in WHEN {
            let mut lies = [None; DEVICES];
            for device in liars {
                lies[*device] = Some(Lie {
                    at,
                    by: *device as u8 + 1,
                });
            }
            for case in cases(&lies) {
                let result = check(&case, true);
                if at.is_none() && case.fraction == 1.0 {
                    let Err(Error::WrongData { devices, .. }) = result else {
                        panic!("{case:?}: {result:?}");
                    };
                    assert_eq!(devices.len(), 3, "{case:?}");
                }
            }
        }
    }
}

/// Two that are wrong alike are believed: that is the limit of what a comparison can tell.
#[test]
fn a_majority_is_believed() {
    let lie = Some(Lie { at: None, by: 1 });
    for case in cases(&[lie, None, lie]) {
        let result = check(&case, false);
        if let Ok(report) = result
            && case.fraction == 1.0
            && !report.retries.is_empty()
        {
            assert_eq!(liars(&report), [1], "{case:?}");
        }
    }
}

/// Of two, nobody knows which is right.
#[test]
fn one_of_two() {
    for at in WHEN {
        for case in cases(&[None, Some(Lie { at, by: 1 })]) {
            match check(&case, true) {
                Err(Error::WrongData { devices, .. }) => {
                    assert_eq!(workgroups_named(&devices), [0, 1], "{case:?}");
                }
                result => assert!(at.is_some() || case.fraction < 1.0, "{case:?}: {result:?}"),
            }
        }
    }
    let mut lies = [None; 2];
    lies[0] = Some(Lie { at: None, by: 1 });
    let case = cases(&lies).remove(3);
    let text = check(&case, true).unwrap_err().to_string();
    for part in [
        "recorder.wgsl: chunk 0..1 came out differently on recorder 0 and recorder 1, first in element 0 of \"y\"",
        "nothing was written",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

fn workgroups_named(devices: &[String]) -> Vec<usize> {
    let mut numbers: Vec<_> = devices
        .iter()
        .map(|name| name.strip_prefix("recorder ").unwrap().parse().unwrap())
        .collect();
    numbers.sort_unstable();
    numbers
}

/// Devices are asked about chunks of their class only; one that is alone in its class does not stay.
#[test]
fn classes_keep_to_themselves() {
    for case in cases(&[None; 4]) {
        let case = Case {
            classes: vec![0, 1, 0, 1],
            ..case
        };
        check(&case, true).unwrap();
        let done = run(&case).done;
        let of =
            |class: usize| workgroups(&[done[class].clone(), done[class + 2].clone()].concat());
        let mut once = [of(0), of(1)].map(|mut all| {
            all.dedup();
            all
        });
        let mut both = once.concat();
        both.sort_unstable();
        assert_eq!(both, (0..TOTAL).collect::<Vec<_>>(), "{case:?}");
        if case.fraction == 1.0 {
            for (class, once) in (0..).zip(&mut once) {
                let twice: Vec<_> = once.iter().flat_map(|w| [*w, *w]).collect();
                assert_eq!(of(class), twice, "{case:?}");
            }
        }
    }
}

/// The peer fails: another one is asked, and where none is left, that is said.
#[test]
fn the_second_device_fails() {
    for fault in FAULTS {
        for at in [0, 2] {
            for base in cases(&[None; DEVICES]) {
                let one = Case {
                    faults: vec![None, Some(fault(at)), None],
                    ..base.clone()
                };
                check(&one, true).unwrap_or_else(|error| panic!("{one:?}: {error}"));
                let two = Case {
                    faults: vec![None, Some(fault(at)), Some(fault(0))],
                    ..base
                };
                match check(&two, true) {
                    // What a device does not come to can't break it.
                    Ok(report) => assert!(report.retries.len() < 2, "{two:?}: {report}"),
                    Err(Error::Failed { causes, .. }) => {
                        let text = causes.join("\n");
                        let said = text.contains("could not be verified")
                            || text.contains(
                                "no device is left that its results could be compared with",
                            );
                        assert!(said, "{two:?}: {text}");
                    }
                    Err(error) => panic!("{two:?}: {error}"),
                }
            }
        }
    }
}

/// Too little memory on one device makes the chunks smaller for all, which stay verified.
#[test]
fn memory_is_short() {
    for device in 0..DEVICES {
        for fault in [Fault::Memory(1), Fault::Memory(3), Fault::Staging(400)] {
            for lie in [None, Some(Lie { at: None, by: 1 })] {
                let mut lies = [None; DEVICES];
                lies[(device + 1) % DEVICES] = lie;
                for mut case in cases(&lies) {
                    case.faults[device] = Some(fault);
                    match check(&case, true) {
                        Ok(_) => {}
                        // The third one could not hold what the first two differ in.
                        Err(Error::WrongData { .. }) if lie.is_some() => {}
                        Err(error) => panic!("{case:?}: {error}"),
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_lies_and_faults_at_any_time(
        devices in 2..5usize,
        lies in prop::collection::vec(prop::option::weighted(0.4, prop::option::of(0..12usize)), 4),
        faults in prop::collection::vec(
            prop::option::weighted(0.3, (0..FAULTS.len() + 1, 0..10usize)), 4),
        classes in prop::collection::vec(0..2usize, 4),
        one_class: bool,
        schedule in prop_oneof![
            Just(Schedule::Dynamic),
            Just(Schedule::Even),
            (0..2usize).prop_map(Schedule::Single),
        ],
        max_chunk in 1..=TOTAL,
        fraction in prop_oneof![Just(1.0), 0.01..1.0f64],
        order in 0..4usize,
    ) {
        let fault = |(kind, at): (usize, usize)| match FAULTS.get(kind) {
            Some(fault) => fault(at),
            None => Fault::Memory(at as u32),
        };
        let case = Case {
            lies: (0..devices).map(|d| lies[d].map(|at| Lie { at, by: d as u8 + 1 })).collect(),
            faults: faults[..devices].iter().map(|of| of.map(fault)).collect(),
            classes: if one_class { vec![0; devices] } else { classes[..devices].to_vec() },
            schedule,
            max_chunk,
            fraction,
            order,
        };
        // Which of these end in which error is not foreseen here, but that nothing wrong is written is.
        let _ = check(&case, true);
    }
}
