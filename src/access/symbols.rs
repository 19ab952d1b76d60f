//! The symbols of a kernel's values, what is known of them, and bounds of linear forms.
//!
//! A symbol stands for an integer of one execution: a workgroup or local id, the number of an
//! iteration, or a result that is not linear (a quotient, a minimum, a loaded value). Facts are
//! linear forms that are not negative. A bound is a sum of facts with factors that are not
//! negative (Farkas' lemma): each is right by construction, whether or not it is the best one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use naga::Span;

use super::extent::Bound;
use super::fact::Fact;
use super::linear::{Linear, Symbol};
use super::scratch::Scratch;
use super::search::{Kept, is_below, keep_best};

/// Beyond every number that is computed with: no bound.
pub(crate) const FAR: i128 = 1 << 100;

#[derive(Debug, Clone)]
pub(super) struct Info {
    low: i128,
    high: i128,
    /// Facts that mention it.
    pub facts: Vec<usize>,
    why: Why,
}

/// Where a symbol comes from, for messages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Why {
    Id,
    Iteration,
    /// Not linear, but bounded by what it is made of.
    Derived,
    /// Loaded from memory here.
    Loaded(Span),
    /// Computed here, in a way that is not followed.
    Computed(Span),
}

/// What holds on the way to a place in the kernel.
pub(crate) type Path = Vec<Rc<Fact>>;

#[derive(Debug, Default)]
pub(crate) struct Symbols {
    infos: Vec<Info>,
    /// Facts that hold everywhere, by the definitions of symbols.
    pub(super) facts: Vec<Fact>,
    /// Symbols of floor(form / divisor), so that a quotient and its remainder share one.
    quotients: HashMap<(Linear, i128), Symbol>,
    definitions: HashMap<Symbol, (Linear, i128)>,
    /// Symbols of the smaller or the larger of two forms.
    extremes: HashMap<Symbol, Extreme>,
    pub(super) scratch: RefCell<Scratch>,
}

/// The larger of two forms, or the smaller.
#[derive(Debug)]
pub(crate) struct Extreme {
    pub a: Linear,
    pub b: Linear,
    pub larger: bool,
}

impl Symbols {
    pub fn fresh(&mut self, low: i128, high: i128, why: Why) -> Symbol {
        self.infos.push(Info {
            low,
            high,
            facts: Vec::new(),
            why,
        });
        self.len() - 1
    }

    pub fn len(&self) -> Symbol {
        Symbol::try_from(self.infos.len()).unwrap_or(Symbol::MAX)
    }

    /// The form and the divisor of which a symbol is the quotient.
    pub fn definition(&self, symbol: Symbol) -> Option<&(Linear, i128)> {
        self.definitions.get(&symbol)
    }

    /// Says of which two forms a symbol is the smaller or the larger.
    pub fn set_extreme(&mut self, symbol: Symbol, extreme: Extreme) {
        self.extremes.insert(symbol, extreme);
    }

    pub fn why(&self, symbol: Symbol) -> Why {
        self.info(symbol).map_or(Why::Id, |info| info.why)
    }

    pub fn range(&self, symbol: Symbol) -> (i128, i128) {
        self.info(symbol).map_or((-FAR, FAR), |i| (i.low, i.high))
    }

    pub(super) fn info(&self, symbol: Symbol) -> Option<&Info> {
        self.infos.get(symbol as usize)
    }

    /// Adds `form >= 0`, by the definition of a symbol: whatever values the other symbols take, there
    /// is a value of this one for which all of its facts hold.
    pub fn fact(&mut self, form: Option<Linear>) {
        let Some(form) = form else {
            return;
        };
        let index = self.facts.len();
        for (symbol, _) in &form.terms {
            if let Some(info) = self.infos.get_mut(*symbol as usize) {
                info.facts.push(index);
            }
        }
        let newest = form.terms.last().map(|(symbol, _)| *symbol);
        self.facts.push(Fact::new(form, newest));
    }

    /// floor(form / divisor), for a positive divisor.
    pub fn quotient(&mut self, form: &Linear, divisor: i128, path: &mut Path) -> Option<Linear> {
        let (quotient, mut rest) = form.split_by(divisor);
        if rest.terms.is_empty() {
            return Some(quotient);
        }
        let mut divisor = divisor;
        // floor((floor(r / a) + c) / b) = floor((r + c a) / (a b))
        if let [(symbol, 1)] = *rest.terms.as_slice()
            && let Some((inner, a)) = self.definitions.get(&symbol)
        {
            rest = inner.offset(rest.constant.checked_mul(*a)?);
            divisor = divisor.checked_mul(*a)?;
            let (more, less) = rest.split_by(divisor);
            if !more.terms.is_empty() || more.constant != 0 {
                return self
                    .quotient(&less, divisor, path)?
                    .plus(&more)?
                    .plus(&quotient);
            }
        }
        let (low, high) = (self.lower(&rest, path), self.upper(&rest, path));
        if let (Some(low), Some(high)) = (low, high)
            && low.div_euclid(divisor) == high.div_euclid(divisor)
        {
            return Some(quotient.offset(low.div_euclid(divisor)));
        }
        let key = (rest, divisor);
        let symbol = match self.quotients.get(&key) {
            Some(symbol) => *symbol,
            None => {
                let (least, most) = self.total(&key.0);
                let floor = |at: i128| {
                    if at.abs() < FAR {
                        at.div_euclid(divisor)
                    } else {
                        at
                    }
                };
                let symbol = self.fresh(floor(least), floor(most), Why::Derived);
                let rest = &key.0;
                let product = Linear::symbol(symbol).scaled(divisor)?;
                self.fact(rest.minus(&product));
                self.fact(product.offset(divisor - 1).minus(rest));
                self.definitions.insert(symbol, key.clone());
                self.quotients.insert(key, symbol);
                symbol
            }
        };
        // The range may be narrower under the conditions that hold here, and only here.
        let value = Linear::symbol(symbol);
        let (least, most) = self.range(symbol);
        if let Some(low) = low.map(|low| low.div_euclid(divisor))
            && low > least
        {
            path.extend(Fact::definition(Some(value.offset(-low))));
        }
        if let Some(high) = high.map(|high| high.div_euclid(divisor))
            && high < most
        {
            path.extend(Fact::definition(Linear::number(high).minus(&value)));
        }
        quotient.plus(&Linear::symbol(symbol))
    }

    /// The range of a form by those of its symbols.
    fn total(&self, form: &Linear) -> (i128, i128) {
        let (mut low, mut high) = (form.constant, form.constant);
        for (symbol, coefficient) in &form.terms {
            let (from, to) = self.range(*symbol);
            if from.abs() >= FAR || to.abs() >= FAR {
                return (-FAR, FAR);
            }
            let (a, b) = (
                from.saturating_mul(*coefficient),
                to.saturating_mul(*coefficient),
            );
            low = low.saturating_add(a.min(b));
            high = high.saturating_add(a.max(b));
        }
        (low.max(-FAR), high.min(FAR))
    }

    /// Whether the ranges of its symbols alone keep a form from `low` to `high`.
    pub fn in_range(&self, form: &Linear, low: i128, high: i128) -> bool {
        let upper = |form: &Linear| self.boxed(form, 1, None).map(|(_, bound)| bound.constant);
        upper(form).is_some_and(|upper| upper <= high)
            && form
                .scaled(-1)
                .and_then(|form| upper(&form))
                .is_some_and(|lower| -lower >= low)
    }

    /// Whether a form is never above `most`.
    pub fn at_most(&self, form: &Linear, most: i128, path: &Path) -> bool {
        let by_range = self.boxed(form, 1, None);
        by_range.is_some_and(|(_, bound)| bound.constant <= most)
            || (!form.terms.is_empty()
                && self
                    .search(form, path, None, Some(most))
                    .first()
                    .is_some_and(|(_, bound)| bound.floor(0) <= most))
    }

    /// Whether a form is never below `least`.
    pub fn at_least(&self, form: &Linear, least: i128, path: &Path) -> bool {
        form.scaled(-1)
            .is_some_and(|form| self.at_most(&form, -least, path))
    }

    /// The largest value of a form, if there is a bound.
    pub fn upper(&self, form: &Linear, path: &Path) -> Option<i128> {
        if let Some(number) = form.as_number() {
            return Some(number);
        }
        let best = self.search(form, path, None, None);
        best.first().map(|(_, bound)| bound.floor(0))
    }

    /// The smallest value of a form, if there is a bound.
    pub fn lower(&self, form: &Linear, path: &Path) -> Option<i128> {
        self.upper(&form.scaled(-1)?, path).map(|bound| -bound)
    }

    /// Bounds above a form, as functions of the block.
    pub fn upper_in(&self, form: &Linear, path: &Path, kept: Kept) -> Vec<Bound> {
        let mut found = self.search(form, path, Some(kept), None);
        for (symbol, coefficient) in &form.terms {
            // What is above both is above the larger of the two.
            if let Some(extreme) = self.extremes.get(symbol)
                && extreme.larger == (*coefficient > 0)
            {
                let sides = [&extreme.a, &extreme.b].map(|side| {
                    let with = form.without(*symbol).combine(1, side, *coefficient);
                    with.map_or_else(Vec::new, |with| self.search(&with, path, Some(kept), None))
                });
                let [a, b] = &sides;
                for (these, those) in [(a, b), (b, a)] {
                    for (cost, bound) in these {
                        if those
                            .iter()
                            .any(|(_, other)| is_below(other, bound, kept.last))
                        {
                            keep_best(&mut found, *cost, bound.clone(), Some(kept));
                        }
                    }
                }
            }
        }
        found.into_iter().map(|(_, bound)| bound).collect()
    }

    /// Bounds below a form, as functions of the block.
    pub fn lower_in(&self, form: &Linear, path: &Path, kept: Kept) -> Vec<Bound> {
        let negative = form.scaled(-1);
        let found = negative.map(|form| self.upper_in(&form, path, kept));
        let found = found.into_iter().flatten();
        let negate = |bound: Bound| Bound {
            slope: -bound.slope,
            constant: -bound.constant,
            divisor: bound.divisor,
        };
        found.map(negate).collect()
    }
}
