//! The one error type: every failure names what it concerns, with numbers, and says what to do.

use std::ops::Range;
use std::path::PathBuf;

/// The result of every fallible call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong. The text names what it concerns and says what to do.
///
/// ```
/// use polygpu::{Error, Kernel};
///
/// match Kernel::from_wgsl("typo.wgsl", "@compute @workgroup_size(64) fun main() {}") {
///     Err(Error::Wgsl { line, column, .. }) => assert_eq!((line, column), (1, 30)),
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no adapter to run on, or none may be used.
    #[error("no adapter to run on: {reason}")]
    NoAdapter {
        /// What was looked for, what was found instead, and what to do.
        reason: String,
    },

    /// A visible device was asked for that does not exist.
    #[error("visible devices: `{item}` matches no adapter; there are:\n{available}")]
    UnknownAdapter {
        /// The index, PCI id or part of a name as the user wrote it.
        item: String,
        /// The adapters that could have been named, one a line.
        available: String,
    },

    /// An index beyond the devices of a group.
    #[error("there is no device {index}: the group has {len}, numbered from 0")]
    DeviceIndex {
        /// The index asked for.
        index: usize,
        /// Number of devices.
        len: usize,
    },

    /// A device could not be opened.
    #[error("device {device} could not be opened: {why}")]
    OpenDevice {
        /// The adapter.
        device: String,
        /// What the driver said.
        why: String,
    },

    /// A kernel file could not be read.
    #[error("cannot read the kernel {}: {source}", path.display())]
    ReadKernel {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },

    /// The WGSL does not parse or validate.
    #[error("{kernel}:{line}:{column}: the WGSL is not valid\n{message}")]
    Wgsl {
        /// File or label.
        kernel: String,
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// The annotated source.
        message: String,
    },

    /// The entry point is missing or ambiguous.
    #[error("{kernel}: {why}; its compute entry points: {}", list(available))]
    EntryPoint {
        /// File or label.
        kernel: String,
        /// What is wrong.
        why: String,
        /// The compute entry points of the module.
        available: Vec<String>,
    },

    /// An override constant is unknown, missing or unfit.
    #[error("{kernel}: {why}; the overrides of this kernel: {}", list(available))]
    Constant {
        /// File or label.
        kernel: String,
        /// What is wrong.
        why: String,
        /// The overrides of the module.
        available: Vec<String>,
    },

    /// The kernel uses something that polygpu refuses.
    #[error("{kernel}:{line}: {what}")]
    Unsupported {
        /// File or label.
        kernel: String,
        /// Line, from 1.
        line: u32,
        /// What, and what to do instead.
        what: String,
    },

    /// A name that the kernel does not have.
    #[error("{kernel} has no binding {name:?}{}; its bindings: {}",
        if *unused { " (it is declared, but the entry point does not use it)" } else { "" }, list(available))]
    UnknownBinding {
        /// File or label.
        kernel: String,
        /// The name given.
        name: String,
        /// Whether the module declares it, and the entry point does without.
        unused: bool,
        /// The names that exist.
        available: Vec<String>,
    },

    /// A value that does not fit its binding.
    #[error("{kernel}: binding {binding:?} (line {line}): {why}")]
    Argument {
        /// File or label.
        kernel: String,
        /// Name of the binding or member.
        binding: String,
        /// Where the binding is declared.
        line: u32,
        /// What is wrong and what to write.
        why: String,
    },

    /// Bindings or members that were given no value.
    #[error("{kernel}: no value was given for {}", list(names))]
    Missing {
        /// File or label.
        kernel: String,
        /// The names.
        names: Vec<String>,
    },

    /// The grid is absent or too large.
    #[error("{kernel}: {why}")]
    Grid {
        /// File or label.
        kernel: String,
        /// What is wrong.
        why: String,
    },

    /// A setting of the launch that can't be.
    #[error("{kernel}: {why}")]
    Launch {
        /// File or label.
        kernel: String,
        /// What is wrong and what to do.
        why: String,
    },

    /// A distribution that can't be right.
    #[error("{kernel}: the distribution of {binding:?} (line {line}): {why}")]
    Distribution {
        /// File or label.
        kernel: String,
        /// The binding.
        binding: String,
        /// The line that forbids it, or the declaration.
        line: u32,
        /// Why.
        why: String,
    },

    /// The launch is to be divided, and can't be.
    #[error("{kernel}:{line}: the kernel can't be split{}: {why}",
        if binding.is_empty() { String::new() } else { format!(" because of {binding:?}") })]
    NotSplit {
        /// File or label.
        kernel: String,
        /// The binding that forbids it; empty where it is not about one.
        binding: String,
        /// The line that forbids it.
        line: u32,
        /// Why.
        why: String,
    },

    /// No device can run this launch.
    #[error("{kernel} can't run on any of the devices:\n{}", lines(reasons))]
    NoDeviceFits {
        /// File or label.
        kernel: String,
        /// `device: reason`, one each.
        reasons: Vec<String>,
    },

    /// A checked launch reached outside the stated window of a binding.
    #[error(
        "{kernel}: invocation {invocation:?} accessed element {index} of {binding:?}, outside the stated distribution: \
         its chunk of the grid, cut along {axis}, holds elements {}..{} of {len}; if the binding divides along another \
         dimension, choose it with `axis`; else widen the distribution (a halo, or broadcast for a binding that is only read); {}",
        window.start, window.end, written_text(committed)
    )]
    OutsideWindow {
        /// File or label.
        kernel: String,
        /// The binding.
        binding: String,
        /// The element, counted over the whole binding.
        index: u32,
        /// `global_invocation_id` of the first invocation that was caught.
        invocation: [u32; 3],
        /// The dimension along which the grid was cut.
        axis: crate::plan::Axis,
        /// The elements that the chunk held.
        window: Range<u32>,
        /// Elements of the whole binding.
        len: u32,
        /// Workgroups along the split axis whose results were written before; none if the launch
        /// was atomic.
        committed: Vec<Range<u32>>,
    },

    /// A device failed at something; the launch may go on elsewhere.
    #[error("device {device}: {why}")]
    Device {
        /// Its name.
        device: String,
        /// What kind of failure it was.
        fault: Fault,
        /// What failed.
        why: String,
    },

    /// The launch was not done within its timeout.
    #[error("{kernel} was not done after {timeout:?}: {}", committed_text(committed, missing, *atomic))]
    Timeout {
        /// File or label.
        kernel: String,
        /// The time that it was given.
        timeout: std::time::Duration,
        /// Workgroups along the split axis whose results were written.
        committed: Vec<Range<u32>>,
        /// Workgroups whose results were not: their ranges hold the old content.
        missing: Vec<Range<u32>>,
        /// Whether the launch was atomic, so that nothing was written.
        atomic: bool,
    },

    /// Devices disagree on the results of a chunk that ran on several, and there is no majority: see
    /// [`verify`](crate::Launch::verify). Nothing was written.
    #[error(
        "{kernel}: chunk {}..{} came out differently on {}, first in element {index} of {binding:?}, and no majority tells who is right; \
         nothing was written, the arrays are as they were. One of them computes wrongly, or the kernel does not give the same result each \
         time (invocations that race for a value), which looks the same: run it on each of them alone, several times",
        chunk.start, chunk.end, devices.join(" and ")
    )]
    WrongData {
        /// File or label.
        kernel: String,
        /// Workgroups along the split axis.
        chunk: Range<u32>,
        /// The devices that ran it.
        devices: Vec<String>,
        /// The binding in which the first two differ.
        binding: String,
        /// The first element in which they differ, counted over the whole binding.
        index: u32,
    },

    /// The launch failed for good.
    #[error("{kernel} failed: {}\n{}", committed_text(committed, missing, *atomic), lines(causes))]
    Failed {
        /// File or label.
        kernel: String,
        /// Workgroups along the split axis whose results were written.
        committed: Vec<Range<u32>>,
        /// Workgroups whose results were not: their ranges hold the old content.
        missing: Vec<Range<u32>>,
        /// Whether the launch was atomic, so that nothing was written.
        atomic: bool,
        /// `device: what happened`, one each.
        causes: Vec<String>,
    },
}

/// What a device failed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Fault {
    /// The device is gone: reset, removed or destroyed.
    Lost,
    /// An allocation was refused. In a launch, the device goes on with chunks of half the size.
    OutOfMemory,
    /// The kernel's pipeline could not be built on this device.
    Compile,
    /// A chunk took far longer than it should: see [`Launch::watchdog`](crate::Launch::watchdog).
    Hang,
    /// Its results differ from those of two other devices that agree: see [`verify`](crate::Launch::verify).
    WrongData,
    /// Anything else: a submission or a mapping that the driver refused, results that did not come back whole, a panic in a driver.
    Other,
}

/// What a panic says, where it says something.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> Option<&str> {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

fn lines(items: &[String]) -> String {
    let items: Vec<_> = items.iter().map(|item| format!("  {item}")).collect();
    items.join("\n")
}

fn written_text(committed: &[Range<u32>]) -> String {
    if committed.is_empty() {
        "nothing was written".to_owned()
    } else {
        format!("workgroups {} were written", ranges_text(committed))
    }
}

fn ranges_text(ranges: &[Range<u32>]) -> String {
    let ranges = ranges.iter().map(|r| format!("{}..{}", r.start, r.end));
    list(&ranges.collect::<Vec<_>>())
}

fn committed_text(committed: &[Range<u32>], missing: &[Range<u32>], atomic: bool) -> String {
    if committed.is_empty() {
        return "nothing was written, the arrays are as they were".to_owned();
    }
    if atomic {
        return "it was atomic, so the arrays are as they were".to_owned();
    }
    format!(
        "workgroups {} were written, {} hold their old content",
        ranges_text(committed),
        ranges_text(missing)
    )
}
