//! What the analysis says of accesses, guards, loops and divisors.

use std::collections::HashMap;
use std::ops::Range;

use super::super::interpreter::{Event, Kind};
use super::{Trial, describe};
use crate::access::{Access, Extent, Kind as AccessKind, Part};

pub fn check(trial: &Trial<'_>) -> Result<(), String> {
    let facts = &trial.facts;
    if facts.gave_up {
        return Ok(());
    }
    for site in &trial.log.misses {
        if let Some((binding, true)) = facts.sites.get(site) {
            return Err(format!(
                "an access that is proven to be in bounds is not: {site:?} of binding {binding:?}"
            ));
        }
    }
    if facts.divisors_hold
        && let Some(trap) = trial.log.traps.iter().next()
    {
        return Err(format!(
            "the divisors are said to hold, and do not: {trap:?}"
        ));
    }
    // By axis, access and block.
    let mut ranges: HashMap<(usize, usize, u32), Vec<Range<u32>>> = HashMap::new();
    let bindings = &trial.folded.interface.bindings;
    let counts = |event: &&Event| event.in_bounds && bindings[event.binding as usize].is_storage();
    for event in trial.log.events.iter().filter(counts) {
        for axis in 0..3 {
            let found = facts.accesses.iter().enumerate().any(|(index, access)| {
                fits(access, event)
                    && match (&access.extents[axis], event.element) {
                        (Some(extent), Some(element)) if access.part == Part::Elements => {
                            let block = event.workgroup[axis] / extent.block;
                            let len = trial.lens[event.binding as usize];
                            let ranges = (ranges.entry((axis, index, block)))
                                .or_insert_with(|| extent.ranges(&workgroups(extent, block), len));
                            ranges.iter().any(|range| range.contains(&(element as u32)))
                        }
                        _ => true,
                    }
            });
            if !found {
                return Err(format!(
                    "no access of the analysis allows along axis {axis}: {}\n{}",
                    describe(trial, event),
                    allowed(trial, event, axis),
                ));
            }
        }
    }
    // What an invocation would write after a loop that does not end is not waited for.
    if trial.log.exhausted || !trial.log.runaways.is_empty() {
        return Ok(());
    }
    covers(trial)
}

fn workgroups(extent: &Extent, block: u32) -> Range<u32> {
    block * extent.block..(block + 1) * extent.block
}

/// Whether an access of the analysis may be this one, wherever it is.
fn fits(access: &Access, event: &Event) -> bool {
    let kind = match (event.kind, access.kind) {
        (Kind::Read, AccessKind::Read) | (Kind::Write, AccessKind::Write) => true,
        (Kind::Atomic(a, _), AccessKind::Atomic(b)) => a == b,
        _ => false,
    };
    let part = match access.part {
        Part::Elements => event.element.is_some(),
        Part::Header => event.element.is_none(),
        Part::Whole => true,
    };
    let bytes = u64::from(event.words.start) * 4..u64::from(event.words.end) * 4;
    let inside = access.part != Part::Elements
        || (access.bytes.start <= bytes.start && bytes.end <= access.bytes.end);
    access.binding == event.binding as usize && kind && part && inside
}

fn allowed(trial: &Trial<'_>, event: &Event, axis: usize) -> String {
    let fitting = trial
        .facts
        .accesses
        .iter()
        .filter(|access| fits(access, event));
    let texts =
        fitting.map(|access| format!("  line {}: {:?}", line(trial, access), access.extents[axis]));
    texts.collect::<Vec<_>>().join("\n")
}

/// What is surely written is written.
fn covers(trial: &Trial<'_>) -> Result<(), String> {
    for access in &trial.facts.accesses {
        let len = trial.lens[access.binding];
        for axis in 0..3 {
            let Some(cover) = &access.covers[axis] else {
                continue;
            };
            for block in 0..trial.case.workgroups[axis].div_ceil(cover.block) {
                let chunk = workgroups(cover, block);
                for range in cover.ranges(&chunk, len) {
                    let words =
                        trial.folded.interface.bindings[access.binding].stride() as usize / 4;
                    let mut missing: Vec<bool> = vec![true; range.len() * words];
                    for event in &trial.log.events {
                        if fits(access, event)
                            && event.in_bounds
                            && chunk.contains(&event.workgroup[axis])
                            && let Some(element) = event.element
                            && range.contains(&(element as u32))
                        {
                            let first = (element as usize - range.start as usize) * words;
                            let written = first + event.words.start as usize
                                ..first + event.words.end as usize;
                            missing[written].fill(false);
                        }
                    }
                    if let Some(at) = missing.iter().position(|missing| *missing) {
                        return Err(format!(
                            "line {} is said to write surely, along axis {axis} in workgroups {chunk:?}, {range:?}: all of {} is not written",
                            line(trial, access),
                            range.start + (at / words) as u32,
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

fn line(trial: &Trial<'_>, access: &Access) -> u32 {
    access.span.location(&trial.case.wgsl).line_number
}
