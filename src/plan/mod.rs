//! Stage 5, plan: the grid, the distributions and what they mean for each binding; pure data.

mod check;
mod cut;
mod derive;
mod distribution;
mod explain;
mod fit;
mod spread;

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use cut::{Cut, whole};
pub(crate) use distribution::gcd;
pub use distribution::{Axis, Distribution, Ratio, ReduceOp};
use explain::Names;
pub(crate) use fit::{ALIGN, Fit, Limits, fit, kernel_reasons};
pub(crate) use spread::Spread;
pub use spread::{Reads, Writes};

use crate::access::Known;
use crate::error::Result;
use crate::kernel::{Folded, Scalar};
use crate::rewrite::Proven;

/// What a launch is going to do: the grid, the axis along which it may be cut, and how each
/// binding is spread. Its `Display` is the explanation.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Plan {
    /// File or label of the kernel.
    pub kernel: String,
    /// Workgroups, `[x, y, z]`.
    pub grid: [u32; 3],
    /// Invocations of a workgroup.
    pub workgroup_size: [u32; 3],
    /// The dimension that is cut; `None` where the launch runs whole on one device.
    pub axis: Option<Axis>,
    /// The kernel's bindings in the order of its interface.
    pub bindings: Vec<BindingPlan>,
    /// Workgroups along the axis that a cut keeps together.
    pub step: u32,
    /// Whether accesses are held against the stated windows.
    pub checked: bool,
    /// Why the launch runs whole, where it does.
    pub refused: Option<Refusal>,
    /// What the rewrite need not guard.
    pub(crate) proven: Arc<Proven>,
    pub(crate) names: Names,
}

/// Why a kernel is not divided.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Refusal {
    /// The binding that forbids it; empty where it is not about one.
    pub binding: String,
    /// The line of the WGSL.
    pub line: u32,
    /// Why.
    pub why: String,
}

/// How one binding is spread.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BindingPlan {
    /// Its name.
    pub name: String,
    /// Its distribution, where the caller stated one.
    pub distribution: Option<Distribution>,
    /// What chunks read of it.
    pub read: Reads,
    /// How the results of chunks are put together.
    pub write: Writes,
    /// Accesses in the kernel that are not proven to be in bounds.
    pub guarded: u32,
    /// Why it is spread as it is.
    pub reason: &'static str,
    /// The line of the WGSL that the reason is about.
    pub line: u32,
    /// Elements of the whole binding.
    pub len: u32,
    /// Bytes from one element to the next.
    pub stride: u64,
    /// Bytes before the first element.
    pub header_bytes: u64,
    /// Whether the kernel may write it.
    pub written: bool,
    /// Whether it is a uniform.
    pub uniform: bool,
    /// Bytes that the kernel wants to be there, even for no elements.
    pub(crate) min_bytes: u64,
    /// What `reduce` adds up.
    pub(crate) scalar: Option<Scalar>,
    pub(crate) spread: Spread,
}

/// A launch, as far as planning it goes.
pub(crate) struct Request<'a> {
    pub kernel: &'a str,
    pub folded: &'a Folded,
    pub grid: [u32; 3],
    /// Elements of each binding.
    pub lens: &'a [u32],
    /// The content of each binding, where the host has it and the kernel does not write it.
    pub content: &'a [Option<&'a [u8]>],
    /// What the user states, by binding.
    pub distributions: &'a [Option<Distribution>],
    pub axis: Option<Axis>,
    /// The user vouches for the distributions.
    pub trusted: bool,
    /// Whether the grid is to be cut, where that is right.
    pub divide: bool,
}

impl Plan {
    /// Plans a launch, or says which distribution can't be right.
    pub(crate) fn new(request: &Request<'_>) -> Result<Self> {
        let folded = request.folded;
        let facts = folded.facts(&Known {
            grid: request.grid,
            lens: request.lens,
            content: request.content,
        });
        let stated = request.distributions.iter().any(Option::is_some);
        let (cut, refused) = if stated {
            (Some(Cut::stated(request, &facts)?), None)
        } else if !request.divide {
            (None, None)
        } else {
            match Cut::proven(request, &facts) {
                Ok(cut) => (Some(cut), None),
                Err(refusal) => (None, Some(refusal)),
            }
        };
        let axis = cut.as_ref().map(|cut| cut.axis);
        let mut derived = cut.map(|cut| cut.bindings.into_iter());
        let mut bindings = Vec::new();
        let mut step = 1u64;
        let all = folded.interface.bindings.iter().zip(&folded.uses);
        for ((binding, uses), (len, distribution)) in
            all.zip(request.lens.iter().zip(request.distributions))
        {
            let found = derived.as_mut().and_then(|found| found.next().flatten());
            let found = found.unwrap_or_else(|| whole(binding, uses));
            if let Some(axis) = axis {
                let own = match (&found.spread, uses.any_write()) {
                    (Spread::Stated(stated), Some(_)) => {
                        stated.0.step(axis.of(folded.interface.workgroup_size))
                    }
                    (spread, _) => spread.block(),
                };
                step = (step / gcd(step, own.into())).saturating_mul(own.into());
            }
            let index = bindings.len();
            bindings.push(BindingPlan {
                name: binding.name.clone(),
                distribution: *distribution,
                read: found.read,
                write: found.write,
                guarded: facts.guarded(index),
                reason: found.reason,
                line: found.line,
                len: *len,
                stride: binding.stride(),
                header_bytes: binding.header_bytes(),
                written: found.write != Writes::None,
                uniform: !binding.is_storage(),
                min_bytes: binding.min_bytes(),
                scalar: binding.element().only_scalar(),
                spread: found.spread,
            });
        }
        let total = axis.map_or(1, |axis| axis.of(request.grid));
        let is_stated = |b: &BindingPlan| b.distribution.is_some() && b.spread.is_windowed();
        let checked = axis.is_some() && !request.trusted && bindings.iter().any(is_stated);
        Ok(Self {
            kernel: request.kernel.to_owned(),
            grid: request.grid,
            workgroup_size: folded.interface.workgroup_size,
            axis,
            checked,
            proven: Proven::of(&facts, request.distributions),
            names: Names::of(folded, &facts, axis),
            bindings,
            step: u32::try_from(step).unwrap_or(u32::MAX).min(total.max(1)),
            refused,
        })
    }

    /// Workgroups along the split axis; a launch that runs whole is one indivisible piece.
    pub(crate) fn total(&self) -> u32 {
        self.axis.map_or(1, |axis| axis.of(self.grid))
    }

    /// The workgroups of a chunk, `[start, end)` in each dimension.
    pub(crate) fn extent(&self, chunk: &Range<u32>) -> [Range<u32>; 3] {
        let [x, y, z] = self.grid;
        let whole = [0..x, 0..y, 0..z];
        let Some(axis) = self.axis else {
            return whole;
        };
        let [x, y, z] = whole;
        match axis {
            Axis::X => [chunk.clone(), y, z],
            Axis::Y => [x, chunk.clone(), z],
            Axis::Z => [x, y, chunk.clone()],
        }
    }

    /// Whether a chunk is the whole grid.
    pub(crate) fn is_whole(&self, chunk: &Range<u32>) -> bool {
        *chunk == (0..self.total())
    }

    /// The elements of a binding that a chunk holds.
    pub(crate) fn window(&self, binding: &BindingPlan, chunk: &Range<u32>) -> Range<u32> {
        let whole = 0..binding.len;
        let Some(axis) = self.axis else {
            return whole;
        };
        match &binding.spread {
            Spread::Stated(distribution) => {
                let size = u64::from(axis.of(self.workgroup_size));
                let invocations = u64::from(chunk.start) * size..u64::from(chunk.end) * size;
                let window = distribution.0.window(invocations, u64::from(binding.len));
                let narrow = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
                narrow(window.start)..narrow(window.end)
            }
            Spread::Windows {
                hold: Some(hold), ..
            } => spread::hull(hold, chunk, binding.len),
            Spread::Windows { hold: None, .. } | Spread::Broadcast | Spread::Reduce(_) => whole,
        }
    }

    /// The elements of a binding that a chunk commits.
    pub(crate) fn commits(&self, binding: &BindingPlan, chunk: &Range<u32>) -> Vec<Range<u32>> {
        if !binding.written {
            return Vec::new();
        }
        let mut ranges = match &binding.spread {
            Spread::Windows { commit, .. } if self.axis.is_some() => {
                let ranges = commit
                    .iter()
                    .flat_map(|extent| extent.ranges(chunk, binding.len));
                ranges.collect()
            }
            _ => vec![self.window(binding, chunk)],
        };
        spread::join(&mut ranges);
        ranges
    }

    /// Whether a chunk writes all that it commits of a binding, and reads nothing of it: what was there
    /// before need not go up.
    pub(crate) fn overwrites(&self, binding: &BindingPlan, chunk: &Range<u32>) -> bool {
        let Spread::Windows { cover, .. } = &binding.spread else {
            return false;
        };
        // The head of a struct comes back with its elements where the launch runs whole.
        if cover.is_empty() || !binding.written || binding.header_bytes > 0 {
            return false;
        }
        let ranges = cover
            .iter()
            .flat_map(|extent| extent.ranges(chunk, binding.len));
        let mut ranges: Vec<_> = ranges.collect();
        spread::join(&mut ranges);
        let mut commits = self.commits(binding, chunk).into_iter();
        commits.all(|commit| {
            let mut around = ranges.iter();
            around.any(|range| range.start <= commit.start && commit.end <= range.end)
        })
    }

    /// The most elements of a binding that a chunk of `workgroups` along the axis holds, wherever
    /// it lies.
    pub(crate) fn largest_window(&self, binding: &BindingPlan, workgroups: u32) -> u64 {
        let len = u64::from(binding.len);
        let Some(axis) = self.axis else {
            return len;
        };
        if workgroups >= self.total() {
            let window = self.window(binding, &(0..self.total()));
            return u64::from(window.end - window.start);
        }
        match &binding.spread {
            Spread::Stated(distribution) => {
                let size = u64::from(axis.of(self.workgroup_size));
                let align = size * u64::from(self.step);
                distribution
                    .0
                    .most(u64::from(workgroups) * size, align, len)
            }
            Spread::Windows {
                hold: Some(hold), ..
            } => spread::most(hold, workgroups, self.total(), binding.len),
            Spread::Windows { hold: None, .. } | Spread::Broadcast | Spread::Reduce(_) => len,
        }
    }
}

impl BindingPlan {
    /// Bytes of `len` elements, with what comes before them.
    pub(crate) fn content_bytes(&self, len: u64) -> u64 {
        self.header_bytes + len * self.stride
    }

    /// Bytes of a buffer for `len` elements: as many as the kernel wants to be there at least (the
    /// guards send accesses that fail to element 0), in whole words.
    pub(crate) fn buffer_bytes(&self, len: u64) -> u64 {
        let content = self.content_bytes(len);
        content.max(self.min_bytes).next_multiple_of(4)
    }

    /// Whether the kernel can tell the length from the size of the buffer.
    pub(crate) fn is_exact(&self) -> bool {
        let len = u64::from(self.len);
        self.uniform || self.buffer_bytes(len) == self.content_bytes(len)
    }

    pub(crate) fn reduce(&self) -> Option<ReduceOp> {
        self.spread.reduce()
    }
}

impl Refusal {
    /// One that is not about a binding.
    pub(crate) fn of_launch(folded: &Folded, why: String) -> Self {
        Self {
            binding: String::new(),
            line: folded.entry_line(),
            why,
        }
    }
}
