//! A plan that divides, held against the log; and the division carried out in the interpreter, chunk by chunk over
//! memory that holds only what the plan says that a chunk holds.

use std::collections::HashMap;
use std::ops::Range;

use super::super::grammar::Rng;
use super::super::interpreter::value::Scalar;
use super::super::interpreter::{Event, Kind, Log, combine, run};
use super::{Trial, describe, with_content};
use crate::plan::{Axis, BindingPlan, Plan, Reads, ReduceOp, Request, Writes};

/// What memory holds where a chunk has nothing.
const POISON: u32 = 0x5eed_bad1;

/// Why the kernel is not divided, if it is not. An error where it is and should not be.
pub fn check(trial: &Trial<'_>, rng: &mut Rng) -> Result<Option<String>, String> {
    let chosen = plan(trial, None)?;
    if chosen.axis.is_some() == chosen.refused.is_some() {
        return Err("a plan either divides or says why it does not".to_owned());
    }
    if let Some(axis) = chosen.axis {
        check_plan(trial, &chosen, axis, rng)?;
    }
    // The axes that moved more bytes have to be right too.
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        if chosen.axis != Some(axis) {
            let other = plan(trial, Some(axis))?;
            if other.axis.is_some() {
                check_plan(trial, &other, axis, rng)?;
            }
        }
    }
    Ok(chosen.refused.map(|refusal| refusal.why))
}

fn plan(trial: &Trial<'_>, axis: Option<Axis>) -> Result<Plan, String> {
    with_content(trial.folded, &trial.before, |content| {
        Plan::new(&Request {
            kernel: "fuzz.wgsl",
            folded: trial.folded,
            grid: trial.case.workgroups,
            lens: &trial.lens,
            content,
            distributions: &vec![None; trial.lens.len()],
            axis,
            trusted: false,
            divide: true,
        })
    })
    .map_err(|error| format!("no plan along {axis:?}: {error}"))
}

fn check_plan(trial: &Trial<'_>, plan: &Plan, axis: Axis, rng: &mut Rng) -> Result<(), String> {
    let total = plan.total();
    let mut cuts = vec![cut(total, plan.step, || 1)];
    for _ in 0..2 {
        cuts.push(cut(total, plan.step, || 1 + rng.below(4)));
    }
    // All of it at once, as one device does it.
    if !trial.log.exhausted && trial.log.runaways.is_empty() {
        let whole = vec![0..total];
        simulate(trial, plan, &whole).map_err(|why| format!("in one chunk: {why}\n{plan}"))?;
    }
    for (number, chunks) in cuts.iter().enumerate() {
        let context = |why: String| format!("cut along {axis} at {chunks:?}: {why}\n{plan}");
        check_log(trial, plan, axis, chunks).map_err(context)?;
        // An invocation that runs away is stopped at some point, which is not the same here and there.
        if number < 2 && !trial.log.exhausted && trial.log.runaways.is_empty() {
            simulate(trial, plan, chunks).map_err(context)?;
        }
    }
    Ok(())
}

/// Chunks of so many steps each.
fn cut(total: u32, step: u32, mut steps: impl FnMut() -> u32) -> Vec<Range<u32>> {
    let mut chunks = Vec::new();
    let mut start = 0;
    while start < total {
        let end = (start + step * steps()).min(total);
        chunks.push(start..end);
        start = end;
    }
    chunks
}

/// What the plan says of a binding and a chunk.
struct Share {
    window: Range<u32>,
    commits: Vec<Range<u32>>,
}

fn share(plan: &Plan, binding: &BindingPlan, chunk: &Range<u32>) -> Share {
    Share {
        window: plan.window(binding, chunk),
        commits: plan.commits(binding, chunk),
    }
}

fn check_log(
    trial: &Trial<'_>,
    plan: &Plan,
    axis: Axis,
    chunks: &[Range<u32>],
) -> Result<(), String> {
    let mut shares: Vec<Vec<Share>> = Vec::new();
    for binding in &plan.bindings {
        let own: Vec<Share> = chunks
            .iter()
            .map(|chunk| share(plan, binding, chunk))
            .collect();
        check_shares(plan, binding, chunks, &own)?;
        shares.push(own);
    }
    let mut chunk_of = vec![0; plan.total() as usize];
    for (number, chunk) in chunks.iter().enumerate() {
        chunk_of[chunk.start as usize..chunk.end as usize].fill(number);
    }
    let mut writers: HashMap<(u32, Option<i64>, u32), usize> = HashMap::new();
    let in_bounds = || trial.log.events.iter().filter(|event| event.in_bounds);
    for event in in_bounds() {
        let binding = &plan.bindings[event.binding as usize];
        let chunk = chunk_of[event.workgroup[axis.index()] as usize];
        let wrong = |why: &str| Err(format!("{why}: {}, chunk {chunk}", describe(trial, event)));
        if let Some(op) = binding.reduce() {
            if !adds_up(event, op) {
                return wrong("this is no operation of the reduction");
            }
            continue;
        }
        if binding.write == Writes::None && event.kind.writes() {
            return wrong("a write of a binding that is said not to be written");
        }
        if binding.read == Reads::None && event.kind == Kind::Read && event.element.is_some() {
            return wrong("a read of a binding that is said not to be read");
        }
        let share = &shares[event.binding as usize][chunk];
        match event.element.map(|element| element as u32) {
            None if event.kind.writes() => {
                return wrong("a write of the header of a divided binding");
            }
            None => {}
            Some(element) => {
                if !share.window.contains(&element) {
                    return wrong(&format!("outside of the window {:?}", share.window));
                }
                if event.kind.writes() && !share.commits.iter().any(|c| c.contains(&element)) {
                    return wrong(&format!(
                        "outside of what is committed, {:?}",
                        share.commits
                    ));
                }
            }
        }
        if event.kind.writes() {
            for word in event.words.clone() {
                writers.insert((event.binding, event.element, word), chunk);
            }
        }
    }
    for event in in_bounds().filter(|event| event.kind.reads()) {
        if plan.bindings[event.binding as usize].reduce().is_some() {
            continue;
        }
        let chunk = chunk_of[event.workgroup[axis.index()] as usize];
        for word in event.words.clone() {
            if let Some(writer) = writers.get(&(event.binding, event.element, word))
                && *writer != chunk
            {
                return Err(format!(
                    "chunk {chunk} reads what chunk {writer} writes: {}",
                    describe(trial, event)
                ));
            }
        }
    }
    Ok(())
}

/// Windows and commits of a binding, whatever happened.
fn check_shares(
    plan: &Plan,
    binding: &BindingPlan,
    chunks: &[Range<u32>],
    shares: &[Share],
) -> Result<(), String> {
    let name = &binding.name;
    let mut committed = vec![usize::MAX; binding.len as usize];
    let mut held_by = vec![usize::MAX; binding.len as usize];
    for (number, (chunk, share)) in chunks.iter().zip(shares).enumerate() {
        let Share { window, commits } = share;
        if window.end > binding.len || window.start > window.end {
            return Err(format!("the window {window:?} of {name} is none"));
        }
        let most = plan.largest_window(binding, chunk.end - chunk.start);
        if u64::from(window.end - window.start) > most {
            return Err(format!(
                "the window {window:?} of {name} is larger than the largest, {most}"
            ));
        }
        if binding.read == Reads::Split && binding.write == Writes::None {
            for element in window.clone() {
                let holder = &mut held_by[element as usize];
                if *holder != usize::MAX && *holder != number {
                    return Err(format!(
                        "{name} is said to be split, and chunks {holder} and {number} hold {element}"
                    ));
                }
                *holder = number;
            }
        }
        if binding.reduce().is_some() {
            continue;
        }
        let mut last = 0;
        for range in commits {
            if range.start < last || range.start < window.start || range.end > window.end {
                return Err(format!(
                    "{name} is committed at {commits:?}, and {window:?} is held"
                ));
            }
            last = range.end;
            for element in range.clone() {
                let owner = &mut committed[element as usize];
                if *owner != usize::MAX {
                    return Err(format!(
                        "element {element} of {name} is committed by chunks {owner} and {number}"
                    ));
                }
                *owner = number;
            }
        }
    }
    Ok(())
}

/// Whether an access is one that the copies of a reduction survive.
fn adds_up(event: &Event, op: ReduceOp) -> bool {
    use naga::AtomicFunction as A;
    let Kind::Atomic(fun, false) = event.kind else {
        return false;
    };
    matches!(
        (op, fun),
        (ReduceOp::Sum, A::Add | A::Subtract)
            | (ReduceOp::Min, A::Min)
            | (ReduceOp::Max, A::Max)
            | (ReduceOp::And, A::And)
            | (ReduceOp::Or, A::InclusiveOr)
            | (ReduceOp::Xor, A::ExclusiveOr)
    )
}

/// Each chunk over its own memory; put together, they must give what the whole grid gives.
fn simulate(trial: &Trial<'_>, plan: &Plan, chunks: &[Range<u32>]) -> Result<(), String> {
    let bindings = &trial.folded.interface.bindings;
    let mut result = trial.before.clone();
    for chunk in chunks {
        let mut memory = trial.before.clone();
        for ((planned, binding), words) in plan.bindings.iter().zip(bindings).zip(&mut memory) {
            let header = binding.header_bytes() as usize / 4;
            let stride = binding.stride() as usize / 4;
            if let Some(op) = planned.reduce() {
                words.fill(identity(op, is_signed(planned)));
                continue;
            }
            let window = plan.window(planned, chunk);
            let from = header + window.start as usize * stride;
            let to = header + window.end as usize * stride;
            if planned.spread.is_windowed() {
                words[header..from].fill(POISON);
                words[to..].fill(POISON);
            }
            if plan.overwrites(planned, chunk) {
                words[..to].fill(POISON);
            }
        }
        run(
            trial.program,
            trial.case.workgroups,
            &plan.extent(chunk),
            &mut memory,
            &mut Log::default(),
        );
        for (index, (planned, binding)) in plan.bindings.iter().zip(bindings).enumerate() {
            let header = binding.header_bytes() as usize / 4;
            let stride = binding.stride() as usize / 4;
            if let Some(op) = planned.reduce() {
                for (word, new) in result[index].iter_mut().zip(&memory[index]) {
                    *word = merge(op, is_signed(planned), *word, *new);
                }
                continue;
            }
            for range in plan.commits(planned, chunk) {
                let words =
                    header + range.start as usize * stride..header + range.end as usize * stride;
                result[index][words.clone()].copy_from_slice(&memory[index][words]);
            }
        }
    }
    for ((got, want), binding) in result.iter().zip(&trial.after).zip(bindings) {
        if let Some(at) = (0..want.len()).find(|at| got[*at] != want[*at]) {
            return Err(format!(
                "word {at} of {} is {}, not {}, when the chunks are put together",
                binding.name, got[at], want[at]
            ));
        }
    }
    Ok(())
}

fn is_signed(binding: &BindingPlan) -> bool {
    binding.scalar == Some(crate::kernel::Scalar::I32)
}

fn identity(op: ReduceOp, signed: bool) -> u32 {
    match (op, signed) {
        (ReduceOp::Sum | ReduceOp::Or | ReduceOp::Xor, _) | (ReduceOp::Max, false) => 0,
        (ReduceOp::And, _) | (ReduceOp::Min, false) => u32::MAX,
        (ReduceOp::Min, true) => i32::MAX as u32,
        (ReduceOp::Max, true) => i32::MIN as u32,
    }
}

fn merge(op: ReduceOp, signed: bool, old: u32, new: u32) -> u32 {
    use naga::AtomicFunction as A;
    let fun = match op {
        ReduceOp::Sum => A::Add,
        ReduceOp::Min => A::Min,
        ReduceOp::Max => A::Max,
        ReduceOp::And => A::And,
        ReduceOp::Or => A::InclusiveOr,
        ReduceOp::Xor => A::ExclusiveOr,
    };
    let scalar = |bits: u32| {
        if signed {
            Scalar::I(bits as i32)
        } else {
            Scalar::U(bits)
        }
    };
    combine(fun, scalar(old), scalar(new)).bits()
}
