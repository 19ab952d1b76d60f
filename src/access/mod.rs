//! Stage 4, analyse.

mod arithmetic;
mod bits;
mod branch;
mod compare;
mod cover;
mod eval;
mod extent;
mod fact;
mod functions;
mod lap;
mod linear;
mod loops;
mod memory;
mod modified;
mod parts;
mod record;
mod search;
mod shape;
mod state;
mod symbols;
mod value;
mod walk;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use naga::{AtomicFunction, Span};

pub(crate) use extent::{Extent, MAX_PIECES};
pub(crate) use symbols::Why;
pub(crate) use value::Site;

use crate::kernel::Folded;
use crate::rewrite::Proven;
use walk::Walker;

/// What a launch tells of itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    /// Workgroups.
    pub grid: [u32; 3],
    /// Elements of each binding of the interface.
    pub lens: &'a [u32],
    /// The content of each binding, where the host has it and the kernel does not write it.
    pub content: &'a [Option<&'a [u8]>],
}

impl Known<'_> {
    /// Four bytes of a binding's content.
    fn bytes_at(&self, binding: usize, offset: u64) -> Option<[u8; 4]> {
        let content = self.content.get(binding).copied().flatten()?;
        let at = usize::try_from(offset).ok()?;
        content.get(at..at.checked_add(4)?)?.try_into().ok()
    }

    /// Whether a value is as it was when it was looked at.
    pub fn confirms(&self, (binding, offset, bytes): &(usize, u64, [u8; 4])) -> bool {
        self.bytes_at(*binding, *offset) == Some(*bytes)
    }
}

/// What the analysis found out about a kernel in a launch.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub accesses: Vec<Access>,
    /// Each access whose index is computed: its binding, and whether it is proven to be in bounds.
    pub sites: HashMap<Site, (Option<usize>, bool)>,
    /// Whether every loop ends.
    pub loops_end: bool,
    /// Whether no integer division is by zero or of the smallest number by -1.
    pub divisors_hold: bool,
    /// Values of the launch that the proofs rest on: binding, offset, and four bytes.
    pub consulted: Vec<(usize, u64, [u8; 4])>,
    /// The kernel is too large to be followed: nothing is proven.
    pub gave_up: bool,
    /// What the rewrite need not guard.
    pub proven: Arc<Proven>,
}

impl Facts {
    /// How many accesses to a binding are not proven to be in bounds.
    pub fn guarded(&self, binding: usize) -> u32 {
        let sites = self.sites.values();
        let guarded = sites
            .filter(|(of, proven)| *of == Some(binding) && !proven)
            .count();
        u32::try_from(guarded).unwrap_or(u32::MAX)
    }
}

/// A place in the kernel that reads or writes a storage binding.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    pub binding: usize,
    pub kind: Kind,
    pub part: Part,
    /// Bytes of the element that are touched.
    pub bytes: std::ops::Range<u64>,
    /// For each axis the elements that a block touches; `None` where nothing narrower than the whole
    /// is known.
    pub extents: [Option<Extent>; 3],
    /// For each axis the elements that a block surely writes, every one of them.
    pub covers: [Option<Extent>; 3],
    pub span: Span,
    /// What made the index unknown, and where.
    pub why: Option<Why>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Read,
    Write,
    Atomic(AtomicFunction),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Elements of the array.
    Elements,
    /// What comes before the elements.
    Header,
    /// All of it.
    Whole,
}

/// Follows the kernel through one launch.
pub(crate) fn analyse(folded: &Folded, known: &Known<'_>) -> Facts {
    let mut facts = Walker::new(folded, known).run();
    if !facts.gave_up {
        let sites = facts.sites.iter().filter(|(_, (_, proven))| *proven);
        facts.proven = Arc::new(Proven {
            in_bounds: sites.map(|(site, _)| *site).collect(),
            loops_end: facts.loops_end,
            divisors_hold: facts.divisors_hold,
        });
    }
    facts
}
