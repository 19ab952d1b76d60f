//! Stage 10, report: what ran where, how many bytes moved, and how long it took.

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use crate::plan::Axis;

/// What a launch did. Its `Display` is a table.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// File or label of the kernel.
    pub kernel: String,
    /// Workgroups of the whole grid.
    pub grid: [u32; 3],
    /// The dimension that was cut; `None` where the launch ran whole.
    pub axis: Option<Axis>,
    /// What each device of the group did, also those that did nothing.
    pub devices: Vec<DeviceReport>,
    /// Devices that can't run this launch, with the reasons.
    pub passed_over: Vec<PassedOver>,
    /// Chunks that failed on one device and were given to another.
    pub retries: Vec<Retry>,
    /// From the beginning of the launch to its end.
    pub wall: Duration,
}

/// What one device did.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DeviceReport {
    /// Its number in the group.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Workgroups along the split axis that it ran, in the order in which they finished. A launch
    /// that runs whole is the one range `0..1`.
    pub ranges: Vec<Range<u32>>,
    /// Bytes of bindings copied to it.
    pub bytes_up: u64,
    /// Bytes of results copied back.
    pub bytes_down: u64,
    /// Time in the kernel by the device's own clock, where it has one. Kernels whose chunks take
    /// less than two milliseconds are not timed: it would slow them down.
    pub kernel_time: Option<Duration>,
    /// From the first chunk's beginning to the last one's end, seen from the host.
    pub host_time: Duration,
    /// When it finished its last chunk, from the beginning of the launch.
    pub finished: Duration,
}

impl DeviceReport {
    /// Number of chunks.
    pub fn chunks(&self) -> usize {
        self.ranges.len()
    }

    /// Number of workgroups along the split axis.
    pub fn workgroups(&self) -> u32 {
        self.ranges
            .iter()
            .map(|range| range.end - range.start)
            .sum()
    }
}

/// A device that can't run a launch.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PassedOver {
    /// Its number in the group.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Every reason.
    pub reasons: Vec<String>,
}

/// A chunk that failed and was given to another device.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Retry {
    /// The device that failed.
    pub device: String,
    /// The chunk.
    pub chunk: Range<u32>,
    /// What happened.
    pub why: String,
}

impl Report {
    /// First finish over last finish among the devices that ran something: 1 is perfect balance.
    /// `None` with fewer than two.
    pub fn balance(&self) -> Option<f64> {
        let finished = || {
            let active = self.devices.iter().filter(|d| !d.ranges.is_empty());
            active.map(|d| d.finished.as_secs_f64())
        };
        let last = finished().fold(0.0, f64::max);
        let first = finished().fold(f64::INFINITY, f64::min);
        (finished().count() > 1 && last > 0.0).then(|| first / last)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self:?}")
    }
}
