//! How long a chunk may take before its device counts as hung.

use std::ops::Range;
use std::time::Duration;

use super::Coordinator;
use crate::error::Fault;
use crate::run::Backend;
use crate::run::lane::Lane;

/// Work is uneven, machines are shared, clocks change: a device that works is never to be taken for one that hung.
const OWN_SPEED: u32 = 10;
const ANOTHERS_SPEED: u32 = 100;
const UNKNOWN_SPEED: u32 = 60;

impl<B: Backend> Coordinator<'_, B> {
    /// How long a device may take for a chunk of `len` workgroups; `None` for ever.
    pub(in crate::run) fn patience(&self, lane: usize, len: u32) -> Option<Duration> {
        let least = self.task.watchdog;
        let own = self.lanes.get(lane).and_then(Option::as_ref).and_then(pace);
        let slowest = self.lanes.iter().flatten().filter_map(pace).max();
        let patience = match (own, slowest) {
            (Some(pace), _) => pace.saturating_mul(len).saturating_mul(OWN_SPEED),
            (None, Some(pace)) => pace.saturating_mul(len).saturating_mul(ANOTHERS_SPEED),
            (None, None) => least.saturating_mul(UNKNOWN_SPEED),
        };
        // What no clock counts to is for ever.
        Some(patience.max(least)).filter(|patience| *patience < FOR_EVER)
    }

    /// Whether some of this chunk hung before, on another device, and none has ended it.
    pub(super) fn has_hung(&self, chunk: &Range<u32>) -> bool {
        if self.is_answered(chunk) {
            return false;
        }
        let mut hung = (self.task.report.retries.iter()).filter(|r| r.fault == Fault::Hang);
        hung.any(|r| r.chunk.start < chunk.end && chunk.start < r.chunk.end)
    }
}

/// A hundred years.
const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// Time for a workgroup, copies and waits included; `None` before the first chunk.
fn pace<B>(lane: &Lane<B>) -> Option<Duration> {
    let workgroups = lane.report.workgroups();
    (workgroups > 0).then(|| lane.report.host_time / workgroups)
}
