//! What holds at a place in the kernel.

use std::ops::Deref;
use std::rc::Rc;

use super::linear::{Linear, Symbol};

/// A form that is not negative.
#[derive(Debug, PartialEq)]
pub(crate) struct Fact {
    form: Linear,
    /// Which symbols it holds with which sign: a bit for every 64th.
    above: u64,
    below: u64,
    /// The symbol that it is about, if it only says what that one is: whatever values the others take, within what
    /// else holds, there is a value of this one for which all such facts hold. So they say nothing
    /// of the others. `None`: a condition.
    pub defines: Option<Symbol>,
}

impl Fact {
    pub fn condition(form: Linear) -> Rc<Self> {
        Rc::new(Self::new(form, None))
    }

    /// One by the definition of the form's newest symbol.
    pub fn definition(form: Option<Linear>) -> Option<Rc<Self>> {
        let form = form?;
        let newest = form.terms.last().map(|(symbol, _)| *symbol);
        Some(Rc::new(Self::new(form, newest)))
    }

    pub fn new(form: Linear, defines: Option<Symbol>) -> Self {
        let (mut above, mut below) = (0, 0);
        for (symbol, coefficient) in &form.terms {
            let side = if *coefficient > 0 {
                &mut above
            } else {
                &mut below
            };
            *side |= bit(*symbol);
        }
        Self {
            form,
            above,
            below,
            defines,
        }
    }

    /// Whether it may bound, in a sum with a term, that term's symbol from the right side.
    pub fn may_lower(&self, (symbol, coefficient): (Symbol, i128)) -> bool {
        let side = if coefficient > 0 {
            self.below
        } else {
            self.above
        };
        side & bit(symbol) != 0
    }
}

impl Deref for Fact {
    type Target = Linear;

    fn deref(&self) -> &Linear {
        &self.form
    }
}

fn bit(symbol: Symbol) -> u64 {
    1 << (symbol % 64)
}
