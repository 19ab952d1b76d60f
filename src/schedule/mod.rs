//! Stage 6, schedule: who runs which chunk, and when. Pure, driven by events.
//!
//! The grid along the split axis is a row of ranges. A device takes from its own ranges first
//! (those that the schedule gave it), then from the shared ones. What a device can't finish comes
//! back to the shared ranges, so a failed chunk needs no machinery of its own. A range is cut when
//! it is taken, to the size that this device can hold: devices with different limits need no
//! common chunk size.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::ops::Range;

/// Who runs which part of the grid.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Schedule {
    /// An idle device takes the next chunk from one queue, of 16 chunks for each device. A device
    /// alone takes as much as it can hold.
    #[default]
    Dynamic,
    /// Every device gets an equal part.
    Even,
    /// Every device gets a part in proportion to its weight, in the group's order: one weight for
    /// each device, finite and not negative.
    Weighted(Vec<f64>),
    /// One device of the group, by its number, gets everything. The others step in if it fails.
    Single(usize),
}

/// Chunks for each device under [`Schedule::Dynamic`]: enough to balance devices of uneven speed,
/// few enough that the cost of a chunk does not count.
const CHUNKS_PER_DEVICE: u32 = 16;

/// The work that is left.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    own: Vec<VecDeque<Range<u32>>>,
    shared: VecDeque<Range<u32>>,
    /// The largest chunk that a device takes from the shared ranges.
    chunk: u32,
    step: u32,
}

impl Queue {
    /// `able`: for each device of the group, whether it can run the launch. `total` workgroups
    /// along the axis are cut at multiples of `step`.
    pub fn new(schedule: &Schedule, total: u32, step: u32, able: &[bool]) -> Self {
        let step = step.max(1);
        let count = able.iter().filter(|able| **able).count();
        let mut queue = Self {
            own: vec![VecDeque::new(); able.len()],
            shared: VecDeque::new(),
            chunk: total,
            step,
        };
        let weights: Vec<f64> = match schedule {
            Schedule::Dynamic => {
                if count > 1 {
                    let chunks = CHUNKS_PER_DEVICE * u32::try_from(count).unwrap_or(u32::MAX / 16);
                    queue.chunk = total.div_ceil(chunks);
                }
                queue.put_back(0..total);
                return queue;
            }
            Schedule::Even => vec![1.0; able.len()],
            Schedule::Weighted(weights) => weights.clone(),
            Schedule::Single(device) => (0..able.len())
                .map(|d| if d == *device { 1.0 } else { 0.0 })
                .collect(),
        };
        let weights = weights
            .iter()
            .zip(able)
            .map(|(weight, able)| if *able { *weight } else { 0.0 });
        queue.share_out(total, weights.collect());
        queue
    }

    fn share_out(&mut self, total: u32, weights: Vec<f64>) {
        let sum: f64 = weights.iter().sum();
        let steps = f64::from(total.div_ceil(self.step));
        let (mut reached, mut start) = (0.0, 0u32);
        for (own, weight) in self.own.iter_mut().zip(weights) {
            reached += weight;
            // Rounded from the running sum, so that the parts add up to the whole. `as` saturates.
            let end = (reached / sum * steps).round() as u32;
            let end = end.saturating_mul(self.step).min(total);
            if end > start {
                own.push_back(start..end);
                start = end;
            }
        }
        if start < total {
            self.put_back(start..total);
        }
    }

    /// The next chunk for a device that can hold `max` workgroups along the axis.
    pub fn take(&mut self, device: usize, max: u32) -> Option<Range<u32>> {
        let own = self.own.get_mut(device)?;
        let (ranges, limit) = if own.is_empty() {
            (&mut self.shared, self.chunk.min(max))
        } else {
            (own, max)
        };
        let range = ranges.pop_front()?;
        let limit = (limit / self.step).max(1).saturating_mul(self.step);
        let end = range.end.min(range.start.saturating_add(limit));
        if end < range.end {
            ranges.push_front(end..range.end);
        }
        Some(range.start..end)
    }

    /// Gives a range back that was taken and not finished.
    pub fn put_back(&mut self, range: Range<u32>) {
        if !range.is_empty() {
            self.shared.push_front(range);
        }
    }

    /// A device is gone: what was kept for it is for everyone.
    pub fn abandon(&mut self, device: usize) {
        if let Some(own) = self.own.get_mut(device) {
            self.shared.extend(own.drain(..));
        }
    }

    /// The device that all of the work is kept for, if there is one.
    pub fn only_owner(&self) -> Option<usize> {
        let mut owners = (0..).zip(&self.own).filter(|(_, own)| !own.is_empty());
        let (owner, _) = owners.next()?;
        (owners.next().is_none() && self.shared.is_empty()).then_some(owner)
    }

    /// Whether everything was taken.
    pub fn is_empty(&self) -> bool {
        self.shared.is_empty() && self.own.iter().all(VecDeque::is_empty)
    }

    /// What was not taken, in order.
    pub fn left(&self) -> Vec<Range<u32>> {
        let mut left: Vec<_> = self
            .shared
            .iter()
            .chain(self.own.iter().flatten())
            .cloned()
            .collect();
        left.sort_by_key(|range| range.start);
        left
    }
}
