//! Devices that refuse allocations.

use super::recorder::{Fault, TOTAL};
use super::{Case, run, workgroups};
use crate::error::Error;
use crate::schedule::Schedule;

/// A device that is out of memory goes on with smaller chunks; one that can't hold the smallest leaves its
/// chunks to the others; where no device can, the error says so.
#[test]
fn out_of_memory_halves_the_chunk() {
    let (little, least) = (Fault::Memory(3), Fault::Memory(1));
    let (none, staging) = (Fault::Memory(0), Fault::Staging(400));
    // The faults of the devices, whether the launch ends well, and the devices that have a part in it where that is certain.
    type Row<'a> = (&'a [Option<Fault>], bool, &'a [usize]);
    let rows: [Row<'_>; 9] = [
        (&[Some(little)], true, &[0]),
        (&[Some(least)], true, &[0]),
        (&[Some(staging)], true, &[0]),
        (&[Some(none)], false, &[]),
        (
            &[Some(little), Some(least), Some(staging)],
            true,
            &[0, 1, 2],
        ),
        (&[Some(none), None, None], true, &[1, 2]),
        (&[Some(none), Some(none), Some(least)], true, &[2]),
        (
            &[Some(little), Some(Fault::Dispatch(0)), Some(none)],
            true,
            &[0],
        ),
        (&[Some(none), Some(none), Some(none)], false, &[]),
    ];
    for (faults, ends_well, parts) in rows {
        for schedule in [Schedule::Dynamic, Schedule::Even, Schedule::Single(0)] {
            for (atomic, order) in [(false, 0), (true, 1)] {
                let case = Case {
                    faults: faults.to_vec(),
                    schedule: schedule.clone(),
                    max_chunk: 24,
                    atomic,
                    order,
                };
                let outcome = run(&case);
                let what = format!("{case:?}");
                match &outcome.result {
                    Ok(report) => {
                        assert!(ends_well, "{what}");
                        let all: Vec<u32> = (0..TOTAL).collect();
                        assert_eq!(workgroups(&outcome.done), all, "{what}");
                        outcome.data.assert_committed(&all, &what);
                        let memory = report
                            .retries
                            .iter()
                            .filter(|retry| retry.fault == crate::error::Fault::OutOfMemory);
                        let chunks: Vec<_> = memory
                            .map(|retry| retry.chunk.end - retry.chunk.start)
                            .collect();
                        // Chunks of the dynamic schedule may be small enough from the start.
                        assert!(
                            !chunks.is_empty() || schedule == Schedule::Dynamic,
                            "{what}"
                        );
                        for device in &report.devices {
                            if let Some(Some(Fault::Memory(most))) = faults.get(device.index) {
                                let chunks = device.ranges.iter().map(|r| r.end - r.start);
                                assert!(chunks.max().unwrap_or(0) <= *most, "{what}");
                            }
                            let has_part = device.chunks() > 0;
                            if schedule == Schedule::Even {
                                assert_eq!(has_part, parts.contains(&device.index), "{what}");
                            }
                        }
                    }
                    Err(Error::Failed { committed, .. }) => {
                        assert!(!ends_well && committed.is_empty(), "{what}");
                        outcome.data.assert_committed(&[], &what);
                    }
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
    }
}
