//! Stage 4, analyse: which elements of each binding a part of the grid may read, may write, and surely writes.
//!
//! An abstract interpretation of the entry point's IR (Cousot and Cousot, POPL 1977), for one launch: the grid, the lengths of
//! the bindings, and what the host has of uniforms and read-only storage are known; the ids are not. Pure: no GPU is
//! asked. It takes tens of microseconds for a usual kernel, and is kept with the values that it looked at
//! ([`Facts::consulted`]), so that a uniform that matters to no index does not bring it about again.
//!
//! # The domain
//!
//! - An integer is a linear form over symbols with exact coefficients ([`linear`]), *modulo 2^bits*, as the machine computes. A
//!   symbol is a workgroup id, a local id, the number of an iteration, or a result that is not linear. `x - 1u` is
//!   the form `x - 1` for every x, and `u32(i32(x) - 1)` the same one; whether the form is the very number is asked
//!   where it is compared, divided or used as an index, under the conditions that hold there.
//! - What is known of symbols are ranges and *facts*: forms that are not negative ([`symbols`]). Facts that define a symbol hold
//!   everywhere (`d q <= e <= d q + d - 1` for the quotient q of e by d, from which its remainder follows); all
//!   others are conditions on the way, and belong to the state ([`state`]). A definition can be met whatever the other
//!   symbols are: so a symbol of a branch that is not taken says nothing about the rest.
//! - A bound of a form is a sum of facts with factors that are not negative ([`search`]; Farkas' lemma, as Feautrier uses it for
//!   loop nests, 1992). Each is right by construction. The search for them ends early: it may miss
//!   a bound, never invent one.
//! - A boolean is what follows from its being true, and from its being false ([`value::Condition`]). Branches are followed
//!   one by one under their conditions; where they join, a variable becomes a symbol that is near to both
//!   values. Loops are gone through twice ([`loops`]). Functions are followed at each call.
//! - Floats are unknown, but for integers that a float holds exactly.
//!
//! Everything else is a symbol of the range of its type: unknown, which is always right.
//!
//! # What has to be proven
//!
//! Of every access the elements that a block of workgroups touches are an [`Extent`]: between lines in the number
//! of the block, perhaps repeated at fixed distances. May-read and may-write are over-approximations, surely-written
//! an under-approximation ([`cover`]), as the regions of Creusillet and Feautrier's successors are (Creusillet and Irigoin,
//! "Interprocedural array region analyses", 1996). From them the planner (`plan/derive.rs`) has to show, for every cut
//! into chunks of whole blocks:
//!
//! 1. no two chunks write one element (what is committed lies in the written ranges, so it is no one else's);
//! 2. no chunk reads what another writes;
//! 3. each chunk holds every element that it reads or writes ([`Extent::hull`]); accesses beyond the end of a binding
//!    do not count, since they read zero and write nothing;
//! 4. or else: the binding is touched by atomic operations of one commutative kind alone, whose results are not used.
//!
//! 1 and 2 are tests of ranges ([`Extent::is_apart`]), the classic question of dependence analysis (Banerjee 1988; Pugh, "The
//! Omega test", 1991), made simple by asking it of blocks in a row and not of single iterations.
//!
//! And for the module that is built ([`Proven`](crate::rewrite::Proven)): an access is in bounds wherever control comes to
//! it, in every call and iteration; every loop ends; no divisor is zero, and no division overflows.
//!
//! # What it does not try
//!
//! - What depends on data: scatters, permutations, append counters, look-back. That a scatter is disjoint today says
//!   nothing of tomorrow's data.
//! - Disjunctions: after `if (a || b)` nothing of a and b is known. Products of two ids. Powers (`s *= 2`), of which
//!   only the range is followed.
//! - Workgroup memory: its values are unknown, whoever wrote them.
//! - Relations between invocations of different chunks other than the order of their blocks.

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
mod scratch;
mod search;
mod shape;
mod state;
mod symbols;
mod terms;
mod value;
mod walk;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use naga::{AtomicFunction, Span};

pub(crate) use extent::{Bound, Extent, MAX_PIECES};
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
    /// Values of uniforms that something was multiplied by: binding, offset and value.
    pub factors: Vec<(usize, u64, i128)>,
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
    /// The index modulo some numbers: a modulus, and the range of the rest.
    pub residues: Vec<Residue>,
    /// For each axis the elements that a block surely writes, every one of them.
    pub covers: [Option<Extent>; 3],
    pub span: Span,
    /// What made the index unknown, and where.
    pub why: Option<Why>,
}

/// What an index is modulo a number: from `low` to `high`, which is less than the modulus away.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Residue {
    pub modulus: i128,
    pub low: i128,
    pub high: i128,
}

impl Residue {
    /// Whether two indices can't be equal: the words of a record of which one reads the first and the other
    /// writes the second, whichever records they are.
    pub fn excludes(&self, other: &Self) -> bool {
        if self.modulus != other.modulus {
            return false;
        }
        let low = self.low + (other.low - self.low).rem_euclid(self.modulus);
        low > self.high && low + (other.high - other.low) < self.low + self.modulus
    }
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
