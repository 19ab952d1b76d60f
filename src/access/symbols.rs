//! The symbols of a kernel's values, what is known of them, and bounds of linear forms.
//!
//! A symbol stands for an integer of one execution: a workgroup or local id, the number of an
//! iteration, or a result that is not linear (a quotient, a minimum, a loaded value). Facts are
//! linear forms that are not negative. A bound is a sum of facts with factors that are not
//! negative (Farkas' lemma): each is right by construction, whether or not it is the best one.

use std::collections::HashMap;
use std::rc::Rc;

use naga::Span;

use super::extent::Bound;
use super::linear::{Linear, Symbol};

/// Beyond every number that is computed with: no bound.
pub(crate) const FAR: i128 = 1 << 100;

/// Bounds of one side that are kept.
const MOST_BOUNDS: usize = 4;

/// Forms that one question looks at.
const NODES: usize = 40;

#[derive(Debug, Clone)]
struct Info {
    low: i128,
    high: i128,
    /// Facts that mention it.
    facts: Vec<usize>,
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

/// What holds on the way to a place in the kernel: forms that are not negative.
pub(crate) type Path = Vec<Rc<Linear>>;

#[derive(Debug, Default)]
pub(crate) struct Symbols {
    infos: Vec<Info>,
    /// Facts that hold everywhere, by the definitions of symbols.
    facts: Vec<Linear>,
    /// Symbols of floor(form / divisor), so that a quotient and its remainder share one.
    quotients: HashMap<(Linear, i128), Symbol>,
    definitions: HashMap<Symbol, (Linear, i128)>,
}

/// The symbol that a bound keeps, counted in blocks of so many workgroups.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept {
    pub symbol: Symbol,
    /// Workgroups of a block.
    pub block: i128,
    /// Number of the last block.
    pub last: i128,
}

/// In forms on the way to a bound: the number of the block.
const BLOCK: Symbol = Symbol::MAX;

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

    pub fn why(&self, symbol: Symbol) -> Why {
        self.info(symbol).map_or(Why::Id, |info| info.why)
    }

    pub fn range(&self, symbol: Symbol) -> (i128, i128) {
        self.info(symbol).map_or((-FAR, FAR), |i| (i.low, i.high))
    }

    fn info(&self, symbol: Symbol) -> Option<&Info> {
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
        self.facts.push(form);
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
            path.push(Rc::new(value.offset(-low)));
        }
        if let Some(high) = high.map(|high| high.div_euclid(divisor))
            && high < most
        {
            path.extend(Linear::number(high).minus(&value).map(Rc::new));
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
        let found = self.search(form, path, Some(kept), None);
        found.into_iter().map(|(_, bound)| bound).collect()
    }

    /// Bounds below a form, as functions of the block.
    pub fn lower_in(&self, form: &Linear, path: &Path, kept: Kept) -> Vec<Bound> {
        let negative = form.scaled(-1);
        let found = negative.map(|form| self.search(&form, path, Some(kept), None));
        let found = found.into_iter().flatten();
        let negate = |bound: Bound| Bound {
            slope: -bound.slope,
            constant: -bound.constant,
            divisor: bound.divisor,
        };
        found.map(|(_, bound)| negate(bound)).collect()
    }

    /// Upper bounds by the combinations of facts that are tried, those of few facts first; without a kept
    /// symbol the best one.
    fn search(
        &self,
        form: &Linear,
        path: &Path,
        kept: Option<Kept>,
        enough: Option<i128>,
    ) -> Vec<(i128, Bound)> {
        let mut nodes: Vec<(Linear, i128)> = vec![(form.clone(), 1)];
        let mut best: Vec<(i128, Bound)> = Vec::new();
        let mut at = 0;
        while at < nodes.len() {
            let Some((form, divisor)) = nodes.get(at).cloned() else {
                break;
            };
            at += 1;
            if let Some((cost, bound)) = self.boxed(&form, divisor, kept) {
                let done = enough.is_some_and(|enough| bound.floor(0) <= enough);
                keep_best(&mut best, cost, bound, kept);
                if done {
                    break;
                }
            }
            for (symbol, coefficient) in form.terms.iter().rev() {
                if kept.is_some_and(|kept| kept.symbol == *symbol) || *symbol == BLOCK {
                    continue;
                }
                let own = self.info(*symbol).into_iter().flat_map(|info| &info.facts);
                let own = own.filter_map(|index| self.facts.get(*index));
                for fact in path.iter().map(|fact| &**fact).chain(own) {
                    let g = fact.coefficient(*symbol);
                    if g == 0 || (g > 0) == (*coefficient > 0) {
                        continue;
                    }
                    if nodes.len() >= NODES {
                        break;
                    }
                    let with = form.combine(g.abs(), fact, coefficient.abs());
                    if let Some(with) = with
                        && let Some(divisor) = divisor.checked_mul(g.abs())
                    {
                        let common = with.common(divisor);
                        let node = (with.divided(common), divisor / common);
                        if !nodes.contains(&node) {
                            nodes.push(node);
                        }
                    }
                    if g.abs() > 1
                        && let Some(kept) = kept
                        && let Some(rounded) =
                            self.rounded(&form, (*symbol, *coefficient), fact, kept)
                    {
                        let node = (rounded, divisor);
                        if !nodes.contains(&node) {
                            nodes.push(node);
                        }
                    }
                }
            }
        }
        best
    }

    /// The form with a symbol replaced by what a fact `g · symbol + rest >= 0` bounds it by, rounded to
    /// an integer for every block.
    fn rounded(
        &self,
        form: &Linear,
        (symbol, coefficient): (Symbol, i128),
        fact: &Linear,
        kept: Kept,
    ) -> Option<Linear> {
        let g = fact.coefficient(symbol);
        // Upper bound (g < 0): symbol <= rest / |g|. Lower bound (g > 0): symbol >= -rest / g.
        let (_, rest) = self.boxed(&fact.without(symbol), 1, Some(kept))?;
        if rest.slope % g != 0 {
            return None;
        }
        let (slope, constant) = if g < 0 {
            (rest.slope / -g, rest.constant.div_euclid(-g))
        } else {
            (-rest.slope / g, -rest.constant.div_euclid(g))
        };
        let bound = Linear {
            terms: vec![(BLOCK, slope)],
            constant,
        };
        form.without(symbol).combine(1, &bound, coefficient)
    }

    /// The bound of a form by the ranges of its symbols, and how it compares with others.
    fn boxed(&self, form: &Linear, divisor: i128, kept: Option<Kept>) -> Option<(i128, Bound)> {
        let (mut slope, mut constant) = (0i128, form.constant);
        for (symbol, coefficient) in &form.terms {
            if *symbol == BLOCK {
                slope = slope.checked_add(*coefficient)?;
                continue;
            }
            if let Some(kept) = kept
                && kept.symbol == *symbol
            {
                slope = slope.checked_add(coefficient.checked_mul(kept.block)?)?;
                let most = coefficient.checked_mul(kept.block - 1)?;
                constant = constant.checked_add(most.max(0))?;
                continue;
            }
            let (low, high) = self.range(*symbol);
            let extreme = if *coefficient > 0 { high } else { low };
            if extreme.abs() >= FAR {
                return None;
            }
            constant = constant.checked_add(coefficient.checked_mul(extreme)?)?;
        }
        let last = kept.map_or(0, |kept| kept.last);
        let both = constant
            .checked_mul(2)?
            .checked_add(slope.checked_mul(last)?)?;
        let bound = Bound {
            slope,
            constant,
            divisor,
        };
        // At both ends together, in 2^20-ths.
        Some((both.checked_mul(1 << 20)?.div_euclid(divisor), bound))
    }
}

/// Adds a bound to those that are worth keeping: without a kept symbol the least, else those that are
/// below all others somewhere.
fn keep_best(best: &mut Vec<(i128, Bound)>, cost: i128, bound: Bound, kept: Option<Kept>) {
    let Some(kept) = kept else {
        if best.first().is_none_or(|(least, _)| cost < *least) {
            *best = vec![(cost, bound)];
        }
        return;
    };
    let below = |a: &Bound, b: &Bound| {
        let at = |bound: &Bound, block: i128, other: &Bound| {
            let value = bound
                .slope
                .saturating_mul(block)
                .saturating_add(bound.constant);
            value.saturating_mul(other.divisor)
        };
        [0, kept.last]
            .iter()
            .all(|block| at(a, *block, b) <= at(b, *block, a))
    };
    if best.iter().any(|(_, other)| below(other, &bound)) {
        return;
    }
    best.retain(|(_, other)| !below(&bound, other));
    best.push((cost, bound));
    best.sort_unstable_by_key(|(cost, _)| *cost);
    best.truncate(MOST_BOUNDS);
}
