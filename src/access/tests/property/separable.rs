//! Which kernels the analysis ought to prove: by what the log shows, each workgroup along some axis writes words of its
//! own that no other reads, and every access to what is written has an index that is affine in the ids.

use std::collections::HashMap;

use naga::AtomicFunction;

use super::super::grammar::Rng;
use super::super::interpreter::{Event, Kind, Log, Site};
use super::{Trial, execute};

pub fn is_separable(trial: &Trial<'_>, seed: u64) -> bool {
    if trial.log.exhausted || !trial.log.runaways.is_empty() {
        return false;
    }
    // Once more over other data: an index that is affine by what the data holds is not then.
    let mut rng = Rng::new(seed ^ 0xda7a);
    let mut other = trial.before.clone();
    for (words, binding) in other.iter_mut().zip(&trial.folded.interface.bindings) {
        if binding.is_storage() {
            let len = words.len() as u32;
            words
                .iter_mut()
                .for_each(|word| *word = rng.below(len + len / 4 + 1));
        }
    }
    let (_, log) = execute(trial.program, trial.case.workgroups, &other);
    if log.exhausted || !log.runaways.is_empty() {
        return false;
    }
    let logs = [&trial.log, &log];
    let reduced = reduced(trial, &logs);
    let written = |binding: u32| {
        let mut events = logs.iter().flat_map(|log| &log.events);
        events.any(|event| event.binding == binding && event.kind.writes())
            && !reduced[binding as usize]
    };
    let written: Vec<bool> = (0..trial.lens.len() as u32).map(written).collect();
    if !written.iter().chain(&reduced).any(|yes| *yes) {
        return false;
    }
    affine(trial, &logs, &written)
        && (0..3).any(|axis| {
            trial.case.workgroups[axis] > 1
                && logs.iter().all(|log| apart(trial, log, axis, &written))
        })
}

/// Bindings that are touched by one kind of atomic operation only, whose results are not used.
fn reduced(trial: &Trial<'_>, logs: &[&Log]) -> Vec<bool> {
    let mut found: Vec<Option<Result<AtomicFunction, ()>>> = vec![None; trial.lens.len()];
    for event in logs.iter().flat_map(|log| &log.events) {
        let op = match event.kind {
            Kind::Atomic(AtomicFunction::Subtract, false) => Ok(AtomicFunction::Add),
            Kind::Atomic(AtomicFunction::Exchange { .. }, _) => Err(()),
            Kind::Atomic(op, false) => Ok(op),
            _ => Err(()),
        };
        let slot = &mut found[event.binding as usize];
        *slot = Some(match *slot {
            Some(before) if before != op => Err(()),
            _ => op,
        });
    }
    found
        .into_iter()
        .map(|op| matches!(op, Some(Ok(_))))
        .collect()
}

fn apart(trial: &Trial<'_>, log: &Log, axis: usize, written: &[bool]) -> bool {
    let mut writer: HashMap<(u32, Option<i64>, u32), u32> = HashMap::new();
    let touched = |event: &&Event| event.in_bounds && written[event.binding as usize];
    let all = || log.events.iter().filter(touched);
    for event in all().filter(|event| event.kind.writes()) {
        if event.element.is_none() && trial.case.workgroups[axis] > 1 {
            return false;
        }
        let chunk = event.workgroup[axis];
        for word in event.words.clone() {
            if *writer
                .entry((event.binding, event.element, word))
                .or_insert(chunk)
                != chunk
            {
                return false;
            }
        }
    }
    // Commits are of whole elements.
    let mut element_writer: HashMap<(u32, Option<i64>), u32> = HashMap::new();
    for event in all().filter(|event| event.kind.writes()) {
        let chunk = event.workgroup[axis];
        if *element_writer
            .entry((event.binding, event.element))
            .or_insert(chunk)
            != chunk
        {
            return false;
        }
    }
    all().filter(|event| event.kind.reads()).all(|event| {
        let mut words = event.words.clone();
        words.all(|word| {
            let writer = writer.get(&(event.binding, event.element, word));
            writer.is_none_or(|writer| *writer == event.workgroup[axis])
        })
    })
}

/// Whether the index of every access to what is written is affine in the ids and in the number of times that the
/// invocation came by.
fn affine(trial: &Trial<'_>, logs: &[&Log], written: &[bool]) -> bool {
    let mut rows: HashMap<Site, Vec<[f64; 9]>> = HashMap::new();
    for log in logs {
        let mut times: HashMap<(Site, [u32; 3], u32), u32> = HashMap::new();
        for event in log
            .events
            .iter()
            .filter(|event| written[event.binding as usize])
        {
            let Some(element) = event.element else {
                continue;
            };
            let time = times
                .entry((event.site, event.workgroup, event.local))
                .or_default();
            *time += 1;
            if !event.in_bounds {
                continue;
            }
            let [sx, sy, _] = trial.folded.interface.workgroup_size;
            let local = [
                event.local % sx,
                event.local / sx % sy,
                event.local / (sx * sy),
            ];
            let [wx, wy, wz] = event.workgroup.map(f64::from);
            let [lx, ly, lz] = local.map(f64::from);
            let row = [
                1.0,
                wx,
                wy,
                wz,
                lx,
                ly,
                lz,
                f64::from(*time),
                element as f64,
            ];
            rows.entry(event.site).or_default().push(row);
        }
    }
    // Of a few instances one can't tell.
    rows.values()
        .all(|rows| rows.len() >= 12 && is_affine(rows))
}

/// Whether the last column is a linear function of the others, by elimination.
fn is_affine(rows: &[[f64; 9]]) -> bool {
    let mut basis: Vec<([f64; 9], usize)> = Vec::new();
    for row in rows {
        let mut rest = *row;
        for (pivot, column) in &basis {
            let factor = rest[*column] / pivot[*column];
            for (value, pivot) in rest.iter_mut().zip(pivot) {
                *value -= factor * pivot;
            }
            rest[*column] = 0.0;
        }
        let lead = (0..8)
            .max_by(|a, b| rest[*a].abs().total_cmp(&rest[*b].abs()))
            .unwrap_or(0);
        if rest[lead].abs() > 1e-6 {
            basis.push((rest, lead));
        } else if rest[8].abs() > 1e-3 {
            return false;
        }
    }
    true
}
