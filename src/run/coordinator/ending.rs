//! How a launch ends: with its report, for want of devices, or because its time is up.

use super::{Alarm, Coordinator, Task};
use crate::error::{Error, Result};
use crate::report::Report;
use crate::run::Backend;
use crate::run::arguments::Host;
use crate::run::lane::State;

impl Task<'_> {
    /// The error of a result that has no place.
    pub(super) fn mismatch(&self) -> Error {
        Error::Launch {
            kernel: self.plan.kernel.clone(),
            why: "a result does not match its array: this is an error of polygpu's".to_owned(),
        }
    }
}

impl<B: Backend> Coordinator<'_, B> {
    /// The report, or what is missing.
    pub(super) fn finish(&mut self) -> Result<Report> {
        let mut report = std::mem::take(&mut self.task.report);
        report.wall = self.task.began.elapsed();
        let (verified, unverified) = self.verified();
        report.verified = verified;
        if !self.task.queue.is_empty() {
            let mut committed = std::mem::take(&mut self.committed);
            committed.sort_by_key(|range| range.start);
            let endless = "the same chunk hung on both: the kernel does not end, or its chunks take longer than `watchdog` allows";
            return Err(Error::Failed {
                kernel: self.task.plan.kernel.clone(),
                committed,
                missing: self.task.queue.left(),
                atomic: self.task.atomic,
                causes: report
                    .retries
                    .iter()
                    .map(|retry| format!("{}: {}", retry.device, retry.why))
                    .chain(self.endless.then(|| endless.to_owned()))
                    .chain(unverified)
                    .collect(),
            });
        }
        for (host, staged) in self.task.hosts.iter_mut().zip(&mut self.staged) {
            if let (Host::Write(bytes), Some(staged)) = (host, staged.take()) {
                bytes.copy_from_slice(&staged);
            }
        }
        let lanes = std::mem::take(&mut self.lanes);
        report.devices = lanes
            .into_iter()
            .flatten()
            .map(|lane| lane.report)
            .collect();
        Ok(report)
    }

    /// From here on a timeout, where there is one, wakes the launch.
    pub(super) fn set_alarm(&mut self) -> Result<()> {
        let Task { timeout, began, .. } = self.task;
        let Some(at) = timeout.and_then(|timeout| began.checked_add(timeout)) else {
            return Ok(());
        };
        let alarm = Alarm::new(at).map_err(|error| Error::Launch {
            kernel: self.task.plan.kernel.clone(),
            why: format!("no thread to wait for its timeout: {error}"),
        })?;
        self.alarm = Some(alarm);
        Ok(())
    }

    /// The error that says what is written; what is in flight counts as missing.
    pub(super) fn timed_out(&mut self) -> Error {
        for lane in self.lanes.iter().flatten() {
            if matches!(lane.state, State::Busy | State::Leaving) {
                lane.backend.abandon();
            }
        }
        let mut committed = std::mem::take(&mut self.committed);
        committed.sort_by_key(|range| range.start);
        let mut missing = Vec::new();
        let mut reached = 0;
        for range in &committed {
            if range.start > reached {
                missing.push(reached..range.start);
            }
            reached = range.end;
        }
        if reached < self.task.plan.total() {
            missing.push(reached..self.task.plan.total());
        }
        Error::Timeout {
            kernel: self.task.plan.kernel.clone(),
            timeout: self.task.timeout.unwrap_or_default(),
            committed,
            missing,
            atomic: self.task.atomic,
        }
    }
}
