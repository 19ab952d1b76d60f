//! Stage 10, report: what ran where, how many bytes moved, and how long it took.

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use crate::error::Fault;
use crate::plan::{Axis, Refusal};

#[cfg(test)]
mod tests;

/// What a launch did.
///
/// Its `Display` is a table. For each device: its number in the group, its name, the chunks that it ran, its share
/// of the workgroups, bytes copied to it and back, time in the kernel by its own clock (`-` where it has none), and the
/// time on the host from its first chunk to its last. Below it the wall time, the [`balance`](Self::balance), the
/// devices that are software, those that were lost and opened again, what was verified, the retries, and the devices
/// passed over.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// File or label of the kernel.
    pub kernel: String,
    /// Workgroups of the whole grid.
    pub grid: [u32; 3],
    /// The dimension that was cut; `None` where the launch ran whole.
    pub axis: Option<Axis>,
    /// Why it ran whole, where it was to be divided.
    pub refused: Option<Refusal>,
    /// What each device did that can run this launch, also those that had nothing to do.
    pub devices: Vec<DeviceReport>,
    /// Devices that can't run this launch, with the reasons.
    pub passed_over: Vec<PassedOver>,
    /// Devices that were lost before and were opened again for this launch.
    pub reopened: Vec<Reopened>,
    /// Chunks that failed on one device and were given to another.
    pub retries: Vec<Retry>,
    /// What was verified, in a launch with [`verify`](crate::Launch::verify).
    pub verified: Option<Verified>,
    /// From the beginning of the launch to its end.
    pub wall: Duration,
}

/// What one device did.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DeviceReport {
    /// Its number in the group.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Whether it is the CPU that stands in for a GPU.
    pub software: bool,
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
#[non_exhaustive]
pub struct PassedOver {
    /// Its number in the group.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Every reason.
    pub reasons: Vec<String>,
}

/// A device that was lost before a launch, which opened it again.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Reopened {
    /// Its number in the group.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// How it was lost.
    pub why: String,
}

/// A chunk that failed and ran elsewhere, or in parts.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Retry {
    /// Its device's number in the group.
    pub index: usize,
    /// The device that failed.
    pub device: String,
    /// The chunk.
    pub chunk: Range<u32>,
    /// The kind of failure.
    pub fault: Fault,
    /// What happened.
    pub why: String,
}

/// What ran on two devices, with equal results. The devices' bytes and times count both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Verified {
    /// Number of chunks.
    pub chunks: usize,
    /// Number of workgroups along the split axis.
    pub workgroups: u32,
}

impl Report {
    /// First finish over last finish among the devices that ran something, from 0 to 1, which is
    /// perfect balance. `None` with fewer than two.
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
        let [x, y, z] = self.grid;
        write!(f, "{}: {x} x {y} x {z} workgroups, ", self.kernel)?;
        match (self.axis, &self.refused) {
            (Some(axis), _) => writeln!(f, "cut along {axis}")?,
            (None, Some(refusal)) => writeln!(f, "whole on one device: {refusal}")?,
            (None, None) => writeln!(f, "whole on one device")?,
        }
        self.table(f)?;
        write!(f, "wall time {:.1?}", self.wall)?;
        if let Some(balance) = self.balance() {
            write!(f, ", balance {balance:.2}")?;
        }
        writeln!(f)?;
        let software = self.devices.iter().filter(|d| d.software && d.chunks() > 0);
        let software: Vec<_> = software.map(|d| d.index.to_string()).collect();
        if !software.is_empty() {
            let devices = software.join(", ");
            writeln!(f, "software: the CPU did the work of device {devices}")?;
        }
        if let Some(verified) = self.verified {
            let chunks = verified.chunks;
            let of: usize = self.devices.iter().map(DeviceReport::chunks).sum();
            writeln!(
                f,
                "verified: {chunks} of {of} chunks ran on two devices, with equal results"
            )?;
        }
        if !self.reopened.is_empty() {
            writeln!(f, "opened again:")?;
        }
        for Reopened { index, name, why } in &self.reopened {
            writeln!(f, "  {index}  {name}: {why}")?;
        }
        if !self.retries.is_empty() {
            writeln!(f, "retries:")?;
        }
        for Retry {
            device, chunk, why, ..
        } in &self.retries
        {
            let why = why.trim_end().replace('\n', "\n    ");
            let Range { start, end } = chunk;
            writeln!(f, "  chunk {start}..{end}, failed on {device}: {why}")?;
        }
        if !self.passed_over.is_empty() {
            writeln!(f, "passed over:")?;
        }
        for passed in &self.passed_over {
            let reasons = passed.reasons.join("; ");
            writeln!(f, "  {}  {}: {reasons}", passed.index, passed.name)?;
        }
        Ok(())
    }
}

impl Report {
    /// One line for each device, numbers to the right.
    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = [
            "", "device", "chunks", "share", "up", "down", "kernel", "host",
        ];
        let all: u32 = self.devices.iter().map(DeviceReport::workgroups).sum();
        let mut rows = vec![header.map(str::to_owned)];
        rows.extend(self.devices.iter().map(|device| device.cells(all)));

        let mut widths = [0; 8];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        for row in &rows {
            let columns = (0..).zip(row.iter().zip(widths));
            let padded = columns.map(|(column, (cell, width))| match column {
                1 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
            writeln!(f, "{}", padded.collect::<Vec<_>>().join("  "))?;
        }
        Ok(())
    }
}

impl DeviceReport {
    /// Its line in the table, where the devices ran `all` workgroups together.
    fn cells(&self, all: u32) -> [String; 8] {
        let idle = self.ranges.is_empty();
        let none = || "-".to_owned();
        let share = 100.0 * f64::from(self.workgroups()) / f64::from(all.max(1));
        let time = |time: Duration| format!("{time:.1?}");
        [
            self.index.to_string(),
            self.name.clone(),
            self.chunks().to_string(),
            format!("{share:.1} %"),
            human(self.bytes_up),
            human(self.bytes_down),
            self.kernel_time.map_or_else(none, time),
            if idle { none() } else { time(self.host_time) },
        ]
    }
}

/// Bytes in the largest binary unit that leaves at least one before the point: `1.5 MiB`.
fn human(bytes: u64) -> String {
    let mut units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"].into_iter();
    let (mut number, mut unit) = (bytes as f64, None);
    // 1023.95 and more would be rounded to 1024.0.
    while number >= if unit.is_none() { 1024.0 } else { 1023.95 } {
        number /= 1024.0;
        unit = units.next();
    }
    match unit {
        Some(unit) => format!("{number:.1} {unit}"),
        None => format!("{bytes} B"),
    }
}
