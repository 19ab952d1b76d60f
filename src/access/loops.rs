//! Loops: which variables step evenly, and how far.
//!
//! A first pass over the body starts from variables of which only the type is known, so whatever it
//! finds holds in every iteration. A variable that comes out as `itself + c` steps evenly: in
//! iteration k it is `start + c k`. If the first pass also shows that it is at most R wherever the
//! loop goes round again, then it is at most `R + c` at the start of every later iteration, which
//! bounds k; and if that is no more than its type holds, it never wraps around. The second pass
//! starts from there, and its accesses count.

use naga::{Block, Expression, Handle, TypeInner};

use super::arithmetic::Int;
use super::lap::Lap;
use super::linear::{Linear, Symbol};
use super::state::State;
use super::symbols::{FAR, Path, Why};
use super::value::Value;
use super::walk::{Exits, Frame, Walker};

/// Iterations of a loop without a bound that was found.
const ENDLESS: i128 = 1 << 40;

/// A variable at the start of an iteration, on the way to the second pass.
enum Head {
    /// As before the loop.
    Same(Value),
    /// `start + step · k`
    Even {
        start: Linear,
        step: i128,
        /// What it does not go beyond, where that is known.
        limit: Option<i128>,
    },
    /// Of a range; not below or above where it started.
    Range {
        range: (i128, i128),
        start: Option<Linear>,
        rises: bool,
        falls: bool,
        why: Why,
    },
    Parts(Vec<Head>),
    Unknown,
}

impl<'a> Walker<'a> {
    pub fn repeat(
        &mut self,
        frame: &mut Frame<'a>,
        body: &'a Block,
        continuing: &'a Block,
        break_if: Option<Handle<Expression>>,
    ) -> bool {
        let entry = self.state.clone();
        let outer = Exits {
            breaks: std::mem::take(&mut self.exits.breaks),
            continues: std::mem::take(&mut self.exits.continues),
            returns: std::mem::take(&mut self.exits.returns),
        };
        let mut modified = Vec::new();
        self.modified(frame, body, &mut modified);
        self.modified(frame, continuing, &mut modified);
        modified.sort_unstable();
        modified.dedup();

        let lap = Lap {
            body,
            continuing,
            break_if,
        };
        let (first, mut back) = self.first_pass(frame, &lap, &modified, &[]);
        let (mut heads, mut most) = self.heads(&modified, &entry, &first, back.as_ref());
        if back.is_some() && most.is_none() {
            // A test behind the step, `i++; if (i == n) { break; }`, says nothing of a variable that may wrap
            // around in the step. So it is supposed not to, which is true if it follows from itself.
            let even = heads
                .iter()
                .filter(|(_, head)| matches!(head, Head::Even { .. }));
            let even: Vec<_> = even.map(|(number, _)| *number).collect();
            let (first, supposed) = self.first_pass(frame, &lap, &modified, &even);
            if let Some(round) = &supposed
                && even
                    .iter()
                    .all(|number| self.is_far_from_wrapping(*number, &entry))
                && even
                    .iter()
                    .all(|number| self.is_far_from_wrapping(*number, round))
            {
                (heads, most) = self.heads(&modified, &entry, &first, supposed.as_ref());
                back = supposed;
            }
        }

        let bounded = back.is_none() || most.is_some();
        self.facts.loops_end &= bounded || !self.recording;

        // The second pass.
        self.state = entry;
        let most = if back.is_none() {
            0
        } else {
            most.unwrap_or(ENDLESS)
        };
        let iteration = self.symbols.fresh(0, most.max(0), Why::Iteration);
        for (number, head) in heads {
            let value = self.head_value(head, iteration);
            if let Some(variable) = self.state.variables.get_mut(number) {
                *variable = value;
            }
        }
        let exact = self.state.exact;
        self.state.exact = false;
        self.iteration(frame, &lap);
        let breaks = std::mem::replace(&mut self.exits.breaks, outer.breaks);
        let quiet = self.exits.returns.is_empty();
        self.exits.continues = outer.continues;
        self.exits.returns.splice(0..0, outer.returns);
        match self.join_all(breaks) {
            Some(mut state) => {
                state.exact = exact && quiet;
                self.state = state;
                true
            }
            None => false,
        }
    }

    /// What the modified variables are at the start of an iteration, and how many there are at most.
    fn heads(
        &mut self,
        modified: &[usize],
        entry: &State,
        first: &[Value],
        back: Option<&State>,
    ) -> (Vec<(usize, Head)>, Option<i128>) {
        let mut most = None;
        let mut heads = Vec::new();
        for number in modified {
            let at =
                |variables: &[Value]| variables.get(*number).cloned().unwrap_or(Value::Unknown);
            let start = at(&entry.variables);
            let head = match (back, self.variables.get(*number).copied()) {
                (None, _) => Head::Same(start),
                (Some(back), Some(ty)) => {
                    let inner = &self.folded.module.types[ty].inner;
                    let sides = (&start, &at(first), &at(&back.variables));
                    self.head(sides, (&entry.path, &back.path), inner, &mut most)
                }
                _ => Head::Unknown,
            };
            heads.push((*number, head));
        }
        (heads, most)
    }

    fn head(
        &mut self,
        (start, first, back): (&Value, &Value, &Value),
        (entry, path): (&Path, &Path),
        inner: &TypeInner,
        most: &mut Option<i128>,
    ) -> Head {
        match inner {
            TypeInner::Scalar(scalar) => match Int::of(*scalar) {
                Some(ty) => self.int_head((start, first, back), (entry, path), ty, most),
                None => Head::Unknown,
            },
            TypeInner::Vector { .. } | TypeInner::Struct { .. } => {
                let Value::Composite(parts) = first else {
                    return Head::Unknown;
                };
                let parts = (0..u32::try_from(parts.len()).unwrap_or(0)).map(|index| {
                    let sides = (&start.part(index), &first.part(index), &back.part(index));
                    match self.part_type(inner, index) {
                        Some(inner) => self.head(sides, (entry, path), &inner, most),
                        None => Head::Unknown,
                    }
                });
                Head::Parts(parts.collect())
            }
            _ => Head::Unknown,
        }
    }

    fn int_head(
        &mut self,
        (start, first, back): (&Value, &Value, &Value),
        (entry, path): (&Path, &Path),
        ty: Int,
        most: &mut Option<i128>,
    ) -> Head {
        let (Value::Int(first), Value::Int(back)) = (first, back) else {
            return Head::Unknown;
        };
        if back == first {
            return Head::Same(start.clone());
        }
        let start_form = match start {
            Value::Int(form) => Some(form.clone()),
            _ => None,
        };
        let start_exact = start_form
            .as_ref()
            .and_then(|form| self.exact_at(form, ty, entry));
        let range_of = |walker: &Self, form: &Linear, path: &Path| {
            let (low, high) = ty.range();
            let lower = walker.symbols.lower(form, path).unwrap_or(low);
            (lower, walker.symbols.upper(form, path).unwrap_or(high))
        };
        let back = self.settle(back);
        let step = back.minus(first).and_then(|step| step.as_number());
        if let (Some(step), Some(start)) = (step, &start_form) {
            let (low, high) = ty.range();
            let modulus = 1i128 << ty.bits;
            let step = (step + modulus / 2).rem_euclid(modulus) - modulus / 2;
            if step == 0 {
                return Head::Same(Value::Int(start.clone()));
            }
            let mut limit = None;
            if let Some(start) = &start_exact {
                let (start_low, start_high) = range_of(self, start, entry);
                let (first_low, first_high) = range_of(self, first, path);
                let times = if step > 0 {
                    (first_high + step <= high).then(|| (first_high + step - start_low) / step)
                } else {
                    (first_low + step >= low).then(|| (start_high - first_low - step) / -step)
                };
                if let Some(times) = times {
                    let times = times.max(0);
                    *most = Some(most.map_or(times, |most| most.min(times)));
                    limit = Some(if step > 0 {
                        start_high.max(first_high + step)
                    } else {
                        start_low.min(first_low + step)
                    });
                }
            }
            return Head::Even {
                start: start_exact.unwrap_or_else(|| start.clone()),
                step,
                limit,
            };
        }
        let mut range = ty.range();
        let (mut rises, mut falls) = (false, false);
        let mut why = self.reason(&back).unwrap_or(Why::Derived);
        if let Some(back) = self.exact_at(&back, ty, path) {
            let (low, high) = range_of(self, &back, path);
            if let Some(start) = &start_exact {
                let (start_low, start_high) = range_of(self, start, entry);
                range = (low.min(start_low), high.max(start_high));
            }
            if let Some(step) = back.minus(first) {
                rises = self.symbols.at_least(&step, 0, path);
                falls = self.symbols.at_most(&step, 0, path);
            }
        } else {
            why = Why::Derived;
        }
        if let Some(start) = &start_exact {
            let (start_low, start_high) = range_of(self, start, entry);
            if rises {
                range.0 = range.0.max(start_low);
            }
            if falls {
                range.1 = range.1.min(start_high);
            }
        }
        Head::Range {
            range,
            start: start_exact,
            rises,
            falls,
            why,
        }
    }

    fn head_value(&mut self, head: Head, iteration: Symbol) -> Value {
        match head {
            Head::Same(value) => value,
            Head::Even { start, step, limit } => {
                let form = start.combine(1, &Linear::symbol(iteration), step);
                if let (Some(form), Some(limit)) = (&form, limit) {
                    let sign = step.signum();
                    let within = Linear::number(limit * sign).combine(1, form, -sign);
                    self.hold(within);
                }
                form.map_or(Value::Unknown, Value::Int)
            }
            Head::Range {
                range,
                start,
                rises,
                falls,
                why,
            } => {
                let symbol = self.symbols.fresh(range.0.max(-FAR), range.1.min(FAR), why);
                let value = Linear::symbol(symbol);
                if let Some(start) = start {
                    if rises {
                        self.hold(value.minus(&start));
                    }
                    if falls {
                        self.hold(start.minus(&value));
                    }
                }
                Value::Int(value)
            }
            Head::Parts(parts) => {
                let parts = parts.into_iter();
                Value::composite(parts.map(|part| self.head_value(part, iteration)).collect())
            }
            Head::Unknown => Value::Unknown,
        }
    }
}
