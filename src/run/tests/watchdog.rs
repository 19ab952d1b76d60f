//! Chunks that do not end in time.

use std::time::Duration;

use super::executor::Executor;
use super::recorder::{Data, Fault, Recorder, Settings, TOTAL};
use super::{DEVICES, lanes, workgroups};
use crate::error::{Error, Fault as Cause};
use crate::run::coordinator::Coordinator;
use crate::schedule::Schedule;

/// A device that hung gets nothing more, and the others do its chunk; where it hangs again, that is the end.
#[test]
fn a_chunk_that_hangs_runs_elsewhere_once() {
    let failing: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[0, 2], &[0, 1, 2]];
    let faults: [fn(u32) -> Fault; 2] = [|k| Fault::Hang(k as usize), Fault::Endless];
    let [mut healed, mut endless, mut none_left] = [0; 3];
    for fault in faults {
        for (k, max_chunk) in [(0, 8), (0, 1), (1, 3), (4, 1), (7, 1), (23, 2)] {
            for devices in failing {
                for schedule in [Schedule::Dynamic, Schedule::Even, Schedule::Single(1)] {
                    for order in 0..2 {
                        let mut data = Data::new();
                        let executor = Executor::queued();
                        let recorder = |device| {
                            let fault = devices.contains(&device).then(|| fault(k));
                            Recorder::new(executor.clone(), fault)
                        };
                        let recorders: Vec<_> = (0..DEVICES).map(recorder).collect();
                        let records: Vec<_> = recorders.iter().map(|r| r.record.clone()).collect();
                        let settings = Settings {
                            schedule: schedule.clone(),
                            ..Settings::default()
                        };
                        let task = data.task(settings, DEVICES);
                        let mut coordinator = Coordinator::new(task, lanes(recorders, max_chunk));
                        let result = executor.drive(&mut coordinator, order);
                        drop(coordinator);
                        let failed = records.iter().filter(|r| r.lock().unwrap().failed).count();
                        let what = format!("{k}, {max_chunk}, {devices:?}, {schedule:?}");
                        match result {
                            Ok(report) => {
                                healed += 1;
                                assert_eq!(report.retries.len(), failed, "{what}");
                                let hangs = report.retries.iter().all(|r| r.fault == Cause::Hang);
                                assert!(hangs && failed < DEVICES, "{what}");
                                data.assert_committed(&(0..TOTAL).collect::<Vec<_>>(), &what);
                            }
                            Err(Error::Failed {
                                committed, causes, ..
                            }) => {
                                let text = causes.join("\n");
                                if text.contains("does not end") {
                                    endless += 1;
                                    assert!(failed >= 2, "{what}: {text}");
                                } else {
                                    none_left += 1;
                                    assert_eq!(failed, DEVICES, "{what}: {text}");
                                }
                                data.assert_committed(&workgroups(&committed), &what);
                            }
                            Err(error) => panic!("{what}: {error}"),
                        }
                    }
                }
            }
        }
    }
    assert!(
        healed > 100 && endless > 50 && none_left > 0,
        "{healed}, {endless}, {none_left}"
    );
}

/// A kernel that ends nowhere takes two devices with it, never the third.
#[test]
fn an_endless_chunk_spares_the_third_device() {
    let mut data = Data::new();
    let executor = Executor::queued();
    let fault = Some(Fault::Endless(TOTAL - 1));
    let recorders: Vec<_> = (0..DEVICES)
        .map(|_| Recorder::new(executor.clone(), fault))
        .collect();
    let records: Vec<_> = recorders.iter().map(|r| r.record.clone()).collect();
    let task = data.task(Settings::default(), DEVICES);
    let mut coordinator = Coordinator::new(task, lanes(recorders, 3));
    let error = executor.drive(&mut coordinator, 0).unwrap_err().to_string();
    assert!(error.contains("does not end"), "{error}");
    let failed = records.iter().filter(|r| r.lock().unwrap().failed).count();
    assert_eq!(failed, 2);
}

/// What a device and the slowest other one took for a workgroup, and how long a chunk of 1000 may take.
#[test]
fn patience() {
    let ms = Duration::from_millis;
    let minute = ms(60_000);
    for (own, other, least, want) in [
        (None, None, minute, Some(60 * minute)),
        (None, None, ms(1), Some(ms(60))),
        (None, None, Duration::MAX, None),
        (None, None, Duration::ZERO, Some(ms(0))),
        (Some(ms(1)), None, minute, Some(minute)),
        (Some(ms(10)), None, minute, Some(ms(100_000))),
        (Some(ms(10)), Some(ms(500)), minute, Some(ms(100_000))),
        (Some(ms(10)), None, Duration::MAX, None),
        (None, Some(ms(1)), ms(500), Some(ms(100_000))),
        (None, Some(Duration::MAX / 2), minute, None),
    ] {
        let mut data = Data::new();
        let executor = Executor::queued();
        let recorders = (0..DEVICES).map(|_| Recorder::new(executor.clone(), None));
        let mut task = data.task(Settings::default(), DEVICES);
        task.watchdog = least;
        let mut lanes = lanes(recorders.collect(), 2);
        // The second of the others is faster.
        for (lane, pace) in [(0, own), (1, other), (2, other.map(|pace| pace / 3))] {
            let report = &mut lanes[lane].as_mut().unwrap().report;
            if let Some(pace) = pace {
                report.ranges.push(0..2);
                report.host_time = pace * 2;
            }
        }
        let coordinator = Coordinator::new(task, lanes);
        let got = coordinator.patience(0, 1000);
        assert_eq!(got, want, "{own:?}, {other:?}, {least:?}");
    }
}
