//! What a chunk holds and commits of a binding.

use std::fmt;
use std::ops::Range;

use super::distribution::{Distribution, Kind, ReduceOp};
use crate::access::Extent;

/// What chunks read of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Reads {
    /// Nothing.
    None,
    /// Each chunk elements of its own.
    Split,
    /// Each chunk a range of its own, which reaches into others'.
    Halo,
    /// Each chunk all of it.
    Broadcast,
}

/// How the results of chunks are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Writes {
    /// Nothing is written.
    None,
    /// No two chunks write one element.
    Split,
    /// Each chunk updates a copy of its own.
    Reduce(ReduceOp),
    /// One device writes all of it.
    Whole,
}

/// How a binding is spread over chunks.
#[derive(Debug, Clone)]
pub(crate) enum Spread {
    /// As the caller stated.
    Stated(Distribution),
    /// All of it in every chunk, only read.
    Broadcast,
    /// A copy for every chunk.
    Reduce(ReduceOp),
    /// As the analysis found.
    Windows {
        /// What a chunk holds; `None` if all of it.
        hold: Option<Vec<Extent>>,
        /// What it commits.
        commit: Vec<Extent>,
        /// Workgroups that a cut keeps together for the proof to hold.
        block: u32,
        /// What it surely writes, of a binding that it does not read.
        cover: Vec<Extent>,
    },
}

impl Spread {
    /// Whether chunks hold a part of the binding only.
    pub fn is_windowed(&self) -> bool {
        match self {
            Self::Stated(distribution) => distribution.0.is_windowed(),
            Self::Windows { hold, .. } => hold.is_some(),
            Self::Broadcast | Self::Reduce(_) => false,
        }
    }

    pub fn reduce(&self) -> Option<ReduceOp> {
        match self {
            Self::Stated(Distribution(Kind::Reduce(op))) | Self::Reduce(op) => Some(*op),
            _ => None,
        }
    }

    /// Workgroups that a cut keeps together.
    pub fn block(&self) -> u32 {
        match self {
            Self::Windows { block, .. } => *block,
            _ => 1,
        }
    }
}

/// From the first to the last element that a chunk touches.
pub(super) fn hull(extents: &[Extent], chunk: &Range<u32>, len: u32) -> Range<u32> {
    let end = i128::from(len);
    let (mut low, mut high) = (end, 0);
    for extent in extents {
        let (first, last) = extent.blocks(chunk);
        let hull = extent.hull(first, last);
        let (from, to) = (hull.0.clamp(0, end), hull.1.saturating_add(1).clamp(0, end));
        if from < to {
            (low, high) = (low.min(from), high.max(to));
        }
    }
    let narrow = |at: i128| u32::try_from(at).unwrap_or(len);
    if low < high {
        narrow(low)..narrow(high)
    } else {
        0..0
    }
}

/// Sorts ranges and puts those together that meet.
pub(super) fn join(ranges: &mut Vec<Range<u32>>) {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut joined: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
    for range in ranges.drain(..).filter(|range| !range.is_empty()) {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    *ranges = joined;
}

/// The most elements that a chunk of `workgroups` touches, wherever it lies.
pub(super) fn most(extents: &[Extent], workgroups: u32, total: u32, len: u32) -> u64 {
    let end = total.saturating_sub(workgroups);
    let chunks = [0..workgroups, end..total];
    let mut most = 0i128;
    for low in extents {
        for high in extents {
            let blocks = |extent: &Extent| chunks.clone().map(|chunk| extent.blocks(&chunk));
            most = most.max(low.width_to(high, blocks(low), blocks(high)));
        }
    }
    let most = u64::try_from(most.max(0)).unwrap_or(u64::MAX);
    most.min(len.into())
}

impl fmt::Display for Reads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Split => "split",
            Self::Halo => "halo",
            Self::Broadcast => "broadcast",
        })
    }
}

impl fmt::Display for Writes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Split => f.write_str("split"),
            Self::Reduce(op) => write!(f, "reduce:{op}"),
            Self::Whole => f.write_str("whole"),
        }
    }
}
