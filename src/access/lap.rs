//! Once around a loop.

use naga::{Block, Expression, Handle, TypeInner};

use super::arithmetic::Int;
use super::linear::Linear;
use super::state::State;
use super::symbols::Why;
use super::value::Value;
use super::walk::{Frame, Walker};

/// One time around a loop.
pub(super) struct Lap<'a> {
    pub body: &'a Block,
    pub continuing: &'a Block,
    pub break_if: Option<Handle<Expression>>,
}

impl<'a> Walker<'a> {
    /// Follows a lap in which the modified variables may be anything; those `supposed` only what is far from
    /// wrapping around. Gives the variables at its start, and the state in which the loop goes round.
    pub fn first_pass(
        &mut self,
        frame: &mut Frame<'a>,
        lap: &Lap<'a>,
        modified: &[usize],
        supposed: &[usize],
    ) -> (Vec<Value>, Option<State>) {
        let before = self.state.clone();
        let recording = std::mem::replace(&mut self.recording, false);
        for number in modified {
            let Some(ty) = self.variables.get(*number).copied() else {
                continue;
            };
            let inner = &self.folded.module.types[ty].inner;
            let value = match far_from_wrapping(inner) {
                Some((low, high)) if supposed.contains(number) => {
                    Value::Int(Linear::symbol(self.symbols.fresh(low, high, Why::Derived)))
                }
                _ => self.any(inner, 0),
            };
            if let Some(variable) = self.state.variables.get_mut(*number) {
                *variable = value;
            }
        }
        let first = self.state.variables.clone();
        let back = self.iteration(frame, lap);
        self.recording = recording;
        self.exits.breaks.clear();
        self.exits.returns.clear();
        self.state = before;
        (first, back)
    }

    /// Whether a variable's value is far from where its type ends.
    pub fn is_far_from_wrapping(&mut self, number: usize, state: &State) -> bool {
        let (Some(ty), Some(Value::Int(form))) = (
            self.variables.get(number).copied(),
            state.variables.get(number),
        ) else {
            return false;
        };
        let inner = &self.folded.module.types[ty].inner;
        let scalar = inner.scalar().and_then(Int::of);
        let (Some(scalar), Some((low, high))) = (scalar, far_from_wrapping(inner)) else {
            return false;
        };
        self.exact_at(form, scalar, &state.path)
            .is_some_and(|exact| {
                self.symbols.at_least(&exact, low, &state.path)
                    && self.symbols.at_most(&exact, high, &state.path)
            })
    }

    /// Follows body and continuing, and gives the state in which the loop goes round again.
    pub fn iteration(&mut self, frame: &mut Frame<'a>, lap: &Lap<'a>) -> Option<State> {
        let mut ends = Vec::new();
        if self.block(frame, lap.body) {
            ends.push(self.state.clone());
        }
        ends.append(&mut self.exits.continues);
        self.state = self.join_all(ends)?;
        if !self.block(frame, lap.continuing) {
            return None;
        }
        if let Some(condition) = lap.break_if {
            let condition = self.condition(frame, condition);
            let goes_on = self.state.clone();
            if self.assume(&condition) {
                self.exits.breaks.push(self.state.clone());
            }
            self.state = goes_on;
            if !self.assume(&condition.not()) {
                return None;
            }
        }
        Some(self.state.clone())
    }

    /// A value of which only the type is known, in as many parts as it has.
    fn any(&mut self, inner: &TypeInner, depth: u32) -> Value {
        match inner {
            TypeInner::Struct { members, .. } if depth < 8 => {
                let module = &self.folded.module;
                let parts = members.iter();
                let parts = parts.map(|m| self.any(&module.types[m.ty].inner, depth + 1));
                Value::composite(parts.collect())
            }
            inner => self.of_type(inner, Why::Derived),
        }
    }
}

/// The numbers of a 32-bit type that a small step does not take beyond it.
fn far_from_wrapping(inner: &TypeInner) -> Option<(i128, i128)> {
    const MARGIN: i128 = 1 << 16;
    match inner {
        TypeInner::Scalar(scalar) => {
            let (low, high) = Int::of(*scalar).filter(|ty| ty.bits >= 32)?.range();
            // Below, an unsigned number begins where many loops do.
            let low = if low == 0 { 0 } else { low + MARGIN };
            Some((low, high - MARGIN))
        }
        _ => None,
    }
}
