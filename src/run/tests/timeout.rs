//! Launches whose time is up.

use std::time::Duration;

use super::executor::Executor;
use super::recorder::{Data, Recorder, Settings, TOTAL};
use super::{DEVICES, lanes};
use crate::error::Error;
use crate::run::coordinator::Coordinator;

/// No time at all, and more than there is.
#[test]
fn too_late_or_in_time() {
    for (timeout, in_time) in [
        (Duration::ZERO, false),
        (Duration::from_secs(3600), true),
        (Duration::MAX, true),
    ] {
        for devices in [1, DEVICES] {
            let mut data = Data::new();
            let executor = Executor::queued();
            let recorders = (0..devices).map(|_| Recorder::new(executor.clone(), None));
            let settings = Settings {
                timeout: Some(timeout),
                ..Settings::default()
            };
            let task = data.task(settings, devices);
            let mut coordinator = Coordinator::new(task, lanes(recorders.collect(), 2));
            assert!(coordinator.run_inline().is_none());
            let result = executor.drive(&mut coordinator, 0);
            drop(coordinator);
            executor.finish();
            let all: Vec<u32> = (0..TOTAL).collect();
            match result {
                Ok(_) => {
                    assert!(in_time);
                    data.assert_committed(&all, "in time");
                }
                Err(Error::Timeout {
                    committed, missing, ..
                }) => {
                    assert!(!in_time && committed.is_empty());
                    assert_eq!(missing, [0..TOTAL]);
                    data.assert_committed(&[], "too late");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}
