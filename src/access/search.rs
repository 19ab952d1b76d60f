//! The search for bounds of a linear form.
//!
//! Breadth first: from a form, each fact that takes one of its symbols away leads to another form that is not less.
//! The ranges of the symbols that are left bound it.
//!
//! Facts that only say what another symbol is, of which nothing else is known, can't help, and are left out: a
//! quotient of an id says nothing of the id unless a condition is about the quotient.
//!
//! Analyses spend their time here, so the forms on the way lie in one vector that is used again, and facts are told apart by
//! bits before they are looked at.

use super::extent::Bound;
use super::fact::Fact;
use super::linear::{Linear, Symbol, Term, times};
use super::scratch::{Needed, Node, Scratch};
use super::symbols::{FAR, Path, Symbols};

/// Bounds of one side that are kept.
const MOST_BOUNDS: usize = 4;

/// Forms that one question looks at.
const NODES: usize = 64;

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
pub(super) const BLOCK: Symbol = Symbol::MAX;

impl Symbols {
    /// Upper bounds by the combinations of facts that are tried, those of few facts first; without a kept
    /// symbol the best one.
    pub(super) fn search(
        &self,
        form: &Linear,
        path: &Path,
        kept: Option<Kept>,
        enough: Option<i128>,
    ) -> Vec<(i128, Bound)> {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.begin(form, path, self);
        let needed = std::mem::take(&mut scratch.needed);
        let mut best: Vec<(i128, Bound)> = Vec::new();
        let mut at = 0;
        while let Some(node) = scratch.nodes.get(at).copied() {
            at += 1;
            let terms = scratch.terms.get(node.start..node.end).unwrap_or_default();
            let numbers = (node.constant, node.divisor);
            if let Some((cost, bound)) = boxed(terms.iter(), numbers, kept, |s| needed.range(s)) {
                let done = enough.is_some_and(|enough| bound.floor(0) <= enough);
                keep_best(&mut best, cost, bound, kept);
                if done {
                    break;
                }
            }
            if scratch.nodes.len() >= NODES {
                continue;
            }
            for place in (node.start..node.end).rev() {
                let Some(term) = scratch.terms.get(place).copied() else {
                    continue;
                };
                let (symbol, _) = term;
                if kept.is_some_and(|kept| kept.symbol == symbol) || symbol == BLOCK {
                    continue;
                }
                for (number, fact) in path.iter().enumerate() {
                    if fact.may_lower(term) && scratch.path.get(number) == Some(&true) {
                        self.follow(scratch, node, term, fact, kept, &needed);
                    }
                }
                for fact in self.facts_of(symbol) {
                    if fact.may_lower(term) && needed.defines(fact) {
                        self.follow(scratch, node, term, fact, kept, &needed);
                    }
                }
            }
        }
        scratch.needed = needed;
        best
    }

    /// Facts by definition that mention a symbol.
    pub(super) fn facts_of(&self, symbol: Symbol) -> impl Iterator<Item = &Fact> {
        let facts = self.info(symbol).into_iter().flat_map(|info| &info.facts);
        facts.filter_map(|index| self.facts.get(*index))
    }

    /// Adds the forms to which a fact leads, if it bounds the symbol of a term from the right side.
    fn follow(
        &self,
        scratch: &mut Scratch,
        node: Node,
        (symbol, coefficient): Term,
        fact: &Linear,
        kept: Option<Kept>,
        needed: &Needed,
    ) {
        let g = fact.coefficient(symbol);
        if g == 0 || (g > 0) == (coefficient > 0) || scratch.nodes.len() >= NODES {
            return;
        }
        let range = |s: Symbol| match kept {
            Some(kept) if s == BLOCK => (0, kept.last),
            _ => needed.range(s),
        };
        scratch.combine(node, g.abs(), fact, coefficient.abs(), &range);
        if g.abs() > 1
            && let Some(kept) = kept
            && let Some(line) = self.rounded(symbol, fact, kept, needed)
        {
            scratch.replace(node, (symbol, coefficient), line, &range);
        }
    }

    /// The line `slope · block + constant` by which a fact `g · symbol + rest >= 0` bounds the symbol, rounded to an
    /// integer for every block.
    fn rounded(
        &self,
        symbol: Symbol,
        fact: &Linear,
        kept: Kept,
        needed: &Needed,
    ) -> Option<(i128, i128)> {
        let g = fact.coefficient(symbol);
        // Upper bound (g < 0): symbol <= rest / |g|. Lower bound (g > 0): symbol >= -rest / g.
        let rest = fact.terms.iter().filter(|(s, _)| *s != symbol);
        let numbers = (fact.constant, 1);
        let (_, rest) = boxed(rest, numbers, Some(kept), |s| needed.range(s))?;
        if rest.slope % g != 0 {
            return None;
        }
        Some(if g < 0 {
            (rest.slope / -g, rest.constant.div_euclid(-g))
        } else {
            (-rest.slope / g, -rest.constant.div_euclid(g))
        })
    }

    /// The bound of a form by the ranges of its symbols, and how it compares with others.
    pub(super) fn boxed(
        &self,
        form: &Linear,
        divisor: i128,
        kept: Option<Kept>,
    ) -> Option<(i128, Bound)> {
        let numbers = (form.constant, divisor);
        boxed(form.terms.iter(), numbers, kept, |s| self.range(s))
    }
}

/// The bound of a form, as its terms, its constant and its divisor, by ranges.
fn boxed<'t>(
    terms: impl Iterator<Item = &'t Term>,
    (constant, divisor): (i128, i128),
    kept: Option<Kept>,
    range: impl Fn(Symbol) -> (i128, i128),
) -> Option<(i128, Bound)> {
    let (mut slope, mut constant) = (0i128, constant);
    for (symbol, coefficient) in terms {
        if *symbol == BLOCK {
            slope = slope.checked_add(*coefficient)?;
            continue;
        }
        if let Some(kept) = kept
            && kept.symbol == *symbol
        {
            slope = slope.checked_add(times(*coefficient, kept.block)?)?;
            let most = times(*coefficient, kept.block - 1)?;
            constant = constant.checked_add(most.max(0))?;
            continue;
        }
        let (low, high) = range(*symbol);
        let extreme = if *coefficient > 0 { high } else { low };
        if extreme.abs() >= FAR {
            return None;
        }
        constant = constant.checked_add(times(*coefficient, extreme)?)?;
    }
    let last = kept.map_or(0, |kept| kept.last);
    let both = times(constant, 2)?.checked_add(times(slope, last)?)?;
    let bound = Bound {
        slope,
        constant,
        divisor,
    };
    // At both ends together, in 2^20-ths.
    let fine = times(both, 1 << 20)?;
    let cost = if divisor == 1 {
        fine
    } else {
        fine.div_euclid(divisor)
    };
    Some((cost, bound))
}

/// Whether one line is nowhere above another, from block 0 to the last.
pub(super) fn is_below(a: &Bound, b: &Bound, last: i128) -> bool {
    let at = |bound: &Bound, block: i128, other: &Bound| {
        let value = bound
            .slope
            .checked_mul(block)?
            .checked_add(bound.constant)?;
        value.checked_mul(other.divisor)
    };
    [0, last].into_iter().all(|block| {
        at(a, block, b)
            .zip(at(b, block, a))
            .is_some_and(|(a, b)| a <= b)
    })
}

/// Adds a bound to those that are worth keeping: without a kept symbol the least, else those that are
/// below all others somewhere.
pub(super) fn keep_best(
    best: &mut Vec<(i128, Bound)>,
    cost: i128,
    bound: Bound,
    kept: Option<Kept>,
) {
    let Some(kept) = kept else {
        if best.first().is_none_or(|(least, _)| cost < *least) {
            *best = vec![(cost, bound)];
        }
        return;
    };
    if best
        .iter()
        .any(|(_, other)| is_below(other, &bound, kept.last))
    {
        return;
    }
    best.retain(|(_, other)| !is_below(&bound, other, kept.last));
    best.push((cost, bound));
    best.sort_unstable_by_key(|(cost, _)| *cost);
    best.truncate(MOST_BOUNDS);
}
