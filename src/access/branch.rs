//! Branches and switches: each arm under its condition.

use std::rc::Rc;

use naga::{Block, Expression, Handle, SwitchCase, SwitchValue};

use super::linear::Linear;
use super::state::State;
use super::value::{Condition, Value};
use super::walk::{Frame, Walker};

impl<'a> Walker<'a> {
    pub fn branch(
        &mut self,
        frame: &mut Frame<'a>,
        condition: Handle<Expression>,
        accept: &'a Block,
        reject: &'a Block,
    ) -> bool {
        let condition = self.condition(frame, condition);
        if let Some(known) = condition.known {
            return self.block(frame, if known { accept } else { reject });
        }
        let base = self.state.clone();
        let exits = self.exits.count();
        let accepted = self.arm(frame, &condition, accept);
        self.state = base.clone();
        let rejected = self.arm(frame, &condition.not(), reject);
        match (accepted, rejected) {
            (None, None) => return false,
            (Some(state), None) | (None, Some(state)) => self.state = state,
            (Some(accepted), Some(rejected)) => {
                let quiet = self.exits.count() == exits;
                self.state = self.join(accepted, rejected, &base.path, Some(&condition));
                self.state.exact = base.exact && quiet;
            }
        }
        true
    }

    /// Follows a block under a condition, and gives the state at its end.
    fn arm(
        &mut self,
        frame: &mut Frame<'a>,
        condition: &Condition,
        block: &'a Block,
    ) -> Option<State> {
        let alive = self.assume(condition) && self.block(frame, block);
        alive.then(|| self.state.clone())
    }

    /// Adds what follows from a condition's being true; `false` if it can't be.
    pub fn assume(&mut self, condition: &Condition) -> bool {
        if condition.known == Some(false) {
            return false;
        }
        self.state.exact &= condition.yes_exact;
        for fact in &condition.yes {
            if self.symbols.at_most(fact, -1, &self.state.path) {
                return false;
            }
            self.state.path.push(Rc::clone(fact));
            self.state.conditions.push(Rc::clone(fact));
        }
        true
    }

    pub fn switch(
        &mut self,
        frame: &mut Frame<'a>,
        selector: Handle<Expression>,
        cases: &'a [SwitchCase],
    ) -> bool {
        let ty = self.int_type(frame, selector);
        let selector = match (self.get(frame, selector), ty) {
            (Value::Int(form), Some(ty)) => self.exact(&form, ty),
            _ => None,
        };
        let number = selector.as_ref().and_then(Linear::as_number);
        let value_of = |case: &SwitchCase| match case.value {
            SwitchValue::I32(value) => Some(i128::from(value)),
            SwitchValue::U32(value) => Some(i128::from(value)),
            SwitchValue::Default => None,
        };
        let taken = number.map(|number| {
            let exactly = cases.iter().position(|case| value_of(case) == Some(number));
            exactly.or_else(|| cases.iter().position(|case| value_of(case).is_none()))
        });
        let base = self.state.clone();
        let outer = std::mem::take(&mut self.exits.breaks);
        let exits = self.exits.count();
        let mut ends = Vec::new();
        for first in 0..cases.len() {
            if taken.is_some_and(|taken| taken != Some(first)) {
                continue;
            }
            self.state = base.clone();
            let mut alive = true;
            if taken.is_none() {
                let value = cases.get(first).and_then(&value_of);
                let condition = match (value, &selector) {
                    (Some(value), Some(selector)) => self.equals(selector, &Linear::number(value)),
                    _ => Condition::unknown(),
                };
                alive = self.assume(&condition);
            }
            for case in cases.get(first..).unwrap_or_default() {
                alive = alive && self.block(frame, &case.body);
                if !case.fall_through {
                    break;
                }
            }
            if alive {
                ends.push(self.state.clone());
            }
        }
        let quiet = self.exits.continues.len() + self.exits.returns.len() == exits;
        ends.extend(std::mem::replace(&mut self.exits.breaks, outer));
        let joined = self.join_all(ends);
        match joined {
            Some(mut state) => {
                if taken.is_none() {
                    state.exact = base.exact && quiet;
                }
                self.state = state;
                true
            }
            None => false,
        }
    }
}
