//! How the bindings divide along an axis, worked out from what the kernel accesses.
//!
//! A cut is right if, for any two chunks, no element is written by both, and none is read by one and written by
//! the other. [`Extent`]s say what each block of workgroups may touch; they are held against each
//! other pair by pair.

use std::ops::Range;

use naga::AtomicFunction;

use super::Request;
use super::check::check_reduce;
use super::distribution::{Axis, ReduceOp};
use super::spread::{Reads, Spread, Writes};
use crate::access::{Access, Extent, Facts, Kind, MAX_PIECES, Part};
use crate::kernel::{Binding, BindingUse};

/// What a binding does along an axis, and why.
#[derive(Debug, Clone)]
pub(super) struct Derived {
    pub spread: Spread,
    pub read: Reads,
    pub write: Writes,
    pub line: u32,
    pub reason: &'static str,
}

/// Why a kernel can't be cut.
pub(super) type Refused = (u32, String);

/// How binding number `index` divides along an axis.
pub(super) fn derive(
    request: &Request<'_>,
    facts: &Facts,
    index: usize,
    axis: Axis,
) -> Result<Derived, Refused> {
    let folded = request.folded;
    let (Some(binding), Some(uses)) =
        (folded.interface.bindings.get(index), folded.uses.get(index))
    else {
        return Err((0, "there is no such binding".to_owned()));
    };
    let len = request.lens.get(index).copied().unwrap_or(0);
    let own = || {
        facts
            .accesses
            .iter()
            .filter(|access| access.binding == index)
    };
    let writes: Vec<&Access> = own().filter(|access| access.kind != Kind::Read).collect();
    let reads: Vec<&Access> = own().filter(|access| access.kind == Kind::Read).collect();
    let total = axis.of(request.grid);
    let line = |access: &Access| folded.line(access.span);
    if writes.is_empty() {
        let Some(first) = reads.first() else {
            return Ok(Derived {
                spread: Spread::Broadcast,
                read: Reads::None,
                write: Writes::None,
                line: binding.line,
                reason: "this launch does not use it",
            });
        };
        return Ok(match held(&reads, axis, total, len) {
            Some(hold) => {
                let block = hold.iter().map(|extent| extent.block).fold(1, lcm);
                let apart = all_apart(&hold, block, total, len);
                Derived {
                    spread: Spread::Windows {
                        block,
                        hold: Some(hold),
                        commit: Vec::new(),
                        cover: Vec::new(),
                    },
                    read: if apart { Reads::Split } else { Reads::Halo },
                    write: Writes::None,
                    line: line(first),
                    reason: if apart {
                        "each chunk reads elements of its own"
                    } else {
                        "each chunk reads a range of its own, which reaches into its neighbours'"
                    },
                }
            }
            None => {
                let wide = reads
                    .iter()
                    .find(|access| narrow(access, axis, total, len).is_none());
                Derived {
                    spread: Spread::Broadcast,
                    read: Reads::Broadcast,
                    write: Writes::None,
                    line: line(wide.unwrap_or(first)),
                    reason: wide.map_or("all of it may be read", |access| broadcast_reason(access)),
                }
            }
        });
    }
    match split(&writes, &reads, axis, total, len, &line) {
        Ok(derived) => Ok(derived),
        Err(refused) => match reduction(binding, uses) {
            Some(Ok(op)) => Ok(Derived {
                spread: Spread::Reduce(op),
                read: Reads::None,
                write: Writes::Reduce(op),
                line: writes.first().map_or(binding.line, |access| line(access)),
                reason: "atomic operations of one kind whose results are not used",
            }),
            // Its elements are not apart, and it is no reduction either.
            Some(Err(refused)) => Err(refused),
            None => Err(refused),
        },
    }
}

/// A binding that is written, by elements that no two chunks share.
fn split(
    writes: &[&Access],
    reads: &[&Access],
    axis: Axis,
    total: u32,
    len: u32,
    line: &dyn Fn(&Access) -> u32,
) -> Result<Derived, Refused> {
    let mut commit: Vec<Extent> = Vec::new();
    for access in writes {
        let Some(extent) = extent(access, axis) else {
            return Err((line(access), unbounded(access, axis)));
        };
        let is_apart = commit
            .iter()
            .chain([extent])
            .all(|other| apart(extent, other, total));
        if !is_apart {
            return Err((line(access), overlap(access, axis)));
        }
        if !pieces(extent) {
            let why = format!(
                "each chunk along {axis} writes more than {MAX_PIECES} separate ranges here: give each invocation neighbouring elements, or the grid more workgroups"
            );
            return Err((line(access), why));
        }
        commit.push(extent.clone());
    }
    for read in reads {
        for write in writes {
            let members_apart = read.part == Part::Elements
                && write.part == Part::Elements
                && (read.bytes.end <= write.bytes.start || write.bytes.end <= read.bytes.start);
            let header_apart = read.part == Part::Header && write.part == Part::Elements;
            if members_apart || header_apart {
                continue;
            }
            let are_apart = extent(read, axis)
                .zip(extent(write, axis))
                .is_some_and(|(read, write)| apart(read, write, total));
            let never_meet = read.residues.iter().any(|read| {
                let mut others = write.residues.iter();
                others.any(|write| read.excludes(write))
            });
            if !are_apart && !never_meet {
                let at = line(write);
                return Err((
                    line(read),
                    format!(
                        "it is read here, where workgroups of another chunk along {axis} may write it (line {at}): write to another binding",
                    ),
                ));
            }
        }
    }
    let own: Vec<&Access> = writes.iter().chain(reads).copied().collect();
    let hold = held(&own, axis, total, len);
    // Of all extents that the proof rests on, held or not.
    let blocks = own.iter().filter_map(|access| extent(access, axis));
    let block = blocks.map(|extent| extent.block).fold(1, lcm);
    // The result of an atomic operation is a read, too.
    let is_atomic = |access: &&&Access| matches!(access.kind, Kind::Atomic(_));
    let reading = reads.iter().chain(writes.iter().filter(is_atomic));
    let reading: Vec<&Access> = reading.copied().collect();
    let read = match held(&reading, axis, total, len) {
        _ if reading.is_empty() => Reads::None,
        None => Reads::Broadcast,
        Some(read) if all_apart(&read, block, total, len) => Reads::Split,
        Some(_) => Reads::Halo,
    };
    let commit = merge_commits(commit, total);
    // Atomic operations read, too.
    let only_writes = reads.is_empty() && writes.iter().all(|access| access.kind == Kind::Write);
    let covers = writes.iter().filter(|_| only_writes);
    let cover = covers
        .filter_map(|access| axis.of(access.covers.each_ref()).clone())
        .collect();
    let first = writes.first().map_or(0, |access| line(access));
    Ok(Derived {
        spread: Spread::Windows {
            hold,
            commit,
            block,
            cover,
        },
        read,
        write: Writes::Split,
        line: first,
        reason: "no two chunks write one element",
    })
}

/// What a chunk holds of a binding: `None` if that is all of it.
fn held(accesses: &[&Access], axis: Axis, total: u32, len: u32) -> Option<Vec<Extent>> {
    let mut hold = Vec::new();
    for access in accesses {
        if access.part != Part::Header {
            hold.push(narrow(access, axis, total, len)?.clone());
        }
    }
    if hold.is_empty() {
        return None;
    }
    merge(&mut hold);
    let half = total / 2;
    let is_all = |chunk: Range<u32>| super::spread::hull(&hold, &chunk, len) == (0..len);
    // What is held in nearly all by a chunk of an eighth goes up once for each device, not for each chunk.
    let eighth = half..half + (total / 8).max(1);
    let window = super::spread::hull(&hold, &eighth, len);
    let is_wide = u64::from(window.end - window.start) * 4 > u64::from(len) * 3;
    let is_whole = is_all(0..half) && is_all(half..total);
    (!is_wide && !is_whole).then_some(hold)
}

fn extent(access: &Access, axis: Axis) -> Option<&Extent> {
    (access.part == Part::Elements).then(|| axis.of(access.extents.each_ref()).as_ref())?
}

/// The extent of an access, if it changes from chunk to chunk.
fn narrow(access: &Access, axis: Axis, total: u32, len: u32) -> Option<&Extent> {
    let extent = extent(access, axis)?;
    let half = total / 2;
    let hull = |chunk: Range<u32>| super::spread::hull(std::slice::from_ref(extent), &chunk, len);
    (hull(0..half) != hull(half..total)).then_some(extent)
}

/// Whether the ranges of different chunks are apart.
fn apart(a: &Extent, b: &Extent, total: u32) -> bool {
    let block = lcm(a.block, b.block);
    let last = i128::from(total.saturating_sub(1) / block.max(1));
    a.in_blocks_of(block).is_apart(&b.in_blocks_of(block), last)
}

/// Whether the windows of different chunks are apart.
fn all_apart(hold: &[Extent], block: u32, total: u32, len: u32) -> bool {
    let windows_apart = |cut: u32| {
        let before = super::spread::hull(hold, &(0..cut), len);
        let after = super::spread::hull(hold, &(cut..total), len);
        before.end <= after.start || after.end <= before.start
    };
    hold.iter().all(|a| hold.iter().all(|b| apart(a, b, total)))
        && [
            block,
            (total / 2).next_multiple_of(block),
            (total - 1) / block * block,
        ]
        .into_iter()
        .filter(|cut| *cut > 0 && *cut < total)
        .all(windows_apart)
}

pub(super) fn lcm(a: u32, b: u32) -> u32 {
    let common = super::gcd(a.into(), b.into());
    u32::try_from(u64::from(a) / common * u64::from(b)).unwrap_or(u32::MAX)
}

/// Puts extents of the same slope together, where only their ends differ.
fn merge(extents: &mut Vec<Extent>) {
    let mut merged: Vec<Extent> = Vec::new();
    for extent in extents.drain(..) {
        match merged.iter_mut().find(|other| other.is_parallel(&extent)) {
            Some(other) => other.cover(&extent),
            None => merged.push(extent),
        }
    }
    *extents = merged;
}

/// Puts together what chunks commit where that stays apart from what others commit.
fn merge_commits(commit: Vec<Extent>, total: u32) -> Vec<Extent> {
    let mut merged: Vec<Extent> = Vec::new();
    for extent in commit {
        let parallel = merged.iter().position(|other| other.is_parallel(&extent));
        let both = parallel.and_then(|at| {
            let mut both = merged.get(at)?.clone();
            both.cover(&extent);
            let others = merged.iter().enumerate().filter(|(other, _)| *other != at);
            let stays = apart(&both, &both, total)
                && others
                    .map(|(_, other)| other)
                    .all(|other| apart(&both, other, total));
            stays.then_some((at, both))
        });
        match both {
            Some((at, both)) => {
                if let Some(slot) = merged.get_mut(at) {
                    *slot = both;
                }
            }
            None => merged.push(extent),
        }
    }
    merged
}

/// The operation whose private copies can be put together at the end, or why there is none; `None` where no
/// atomic operation changes the binding.
fn reduction(binding: &Binding, uses: &BindingUse) -> Option<Result<ReduceOp, Refused>> {
    let first = uses.atomics.first()?;
    let op = match first.function {
        AtomicFunction::Add | AtomicFunction::Subtract => ReduceOp::Sum,
        AtomicFunction::Min => ReduceOp::Min,
        AtomicFunction::Max => ReduceOp::Max,
        AtomicFunction::And => ReduceOp::And,
        AtomicFunction::InclusiveOr => ReduceOp::Or,
        AtomicFunction::ExclusiveOr => ReduceOp::Xor,
        AtomicFunction::Exchange { .. } => {
            let why = "an atomic exchange leaves what the last invocation put there, and chunks have no order".to_owned();
            return Some(Err((first.line, why)));
        }
    };
    Some(check_reduce(binding, uses, op).map(|()| op))
}

fn broadcast_reason(access: &Access) -> &'static str {
    use crate::access::Why;
    match (access.part, access.why) {
        (Part::Whole, _) => "it is read as a whole",
        (_, Some(Why::Loaded(_))) => "the index depends on data, so all of it may be read",
        (_, Some(Why::Computed(_))) => {
            "the index is not linear in the ids, so all of it may be read"
        }
        _ => "each chunk may read all of it",
    }
}

/// Why a write can be anywhere.
fn unbounded(access: &Access, axis: Axis) -> String {
    match access.part {
        Part::Header => "the head of the struct is written here, and every chunk has that head: move it to a binding of its own".to_owned(),
        Part::Whole => "it is written here as a whole, by every chunk: make it an array with an element for each chunk's invocations".to_owned(),
        Part::Elements => overlap(access, axis),
    }
}

fn overlap(access: &Access, axis: Axis) -> String {
    use crate::access::Why;
    match access.why {
        Some(Why::Loaded(_)) => {
            "the index of this write depends on data, so two chunks may write one element"
                .to_owned()
        }
        Some(Why::Computed(_)) => {
            "the index of this write is not linear in the ids, so two chunks may write one element"
                .to_owned()
        }
        _ => format!("workgroups of different chunks along {axis} may write one element here"),
    }
}

/// Pieces of a chunk's commit stay countable.
fn pieces(extent: &Extent) -> bool {
    let count = extent.repeats.iter().map(|(_, count)| *count);
    count.fold(1, i128::saturating_mul) <= MAX_PIECES
}
