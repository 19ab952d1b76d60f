//! The search for bounds of a linear form.
//!
//! Breadth first: from a form, each fact that takes one of its symbols away leads to another form that is not less.
//! The ranges of the symbols that are left bound it. Analyses spend their time here, so the forms on the way lie in one
//! vector that is used again, and facts are told apart by bits before they are looked at.

use super::extent::Bound;
use super::linear::{Linear, Symbol, common, times};
use super::symbols::{FAR, Path, Symbols};

/// Bounds of one side that are kept.
const MOST_BOUNDS: usize = 4;

/// Forms that one question looks at.
const NODES: usize = 40;

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

/// What a search needs, kept for the next one.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The terms of all forms, one after the other.
    terms: Vec<Term>,
    nodes: Vec<Node>,
    signs: Vec<Signs>,
}

type Term = (Symbol, i128);

/// A form over a divisor; its terms are some of the scratch's.
#[derive(Debug, Clone, Copy)]
struct Node {
    start: usize,
    end: usize,
    constant: i128,
    divisor: i128,
}

/// Which symbols a fact may hold with which sign: a bit for every 64th.
#[derive(Debug, Clone, Copy, Default)]
struct Signs {
    above: u64,
    below: u64,
}

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
        scratch.begin(form, path);
        let mut best: Vec<(i128, Bound)> = Vec::new();
        let mut at = 0;
        while let Some(node) = scratch.nodes.get(at).copied() {
            at += 1;
            let terms = scratch.terms.get(node.start..node.end).unwrap_or_default();
            if let Some((cost, bound)) = self.boxed_terms(terms, &node, kept) {
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
                    if scratch.may_lower(number, term) {
                        self.follow(scratch, node, term, fact, kept);
                    }
                }
                let own = self.info(symbol).into_iter().flat_map(|info| &info.facts);
                for fact in own.filter_map(|index| self.facts.get(*index)) {
                    self.follow(scratch, node, term, fact, kept);
                }
            }
        }
        best
    }

    /// Adds the forms to which a fact leads, if it bounds the symbol of a term from the right side.
    fn follow(
        &self,
        scratch: &mut Scratch,
        node: Node,
        (symbol, coefficient): Term,
        fact: &Linear,
        kept: Option<Kept>,
    ) {
        let g = fact.coefficient(symbol);
        if g == 0 || (g > 0) == (coefficient > 0) || scratch.nodes.len() >= NODES {
            return;
        }
        scratch.combine(node, g.abs(), fact, coefficient.abs());
        if g.abs() > 1
            && let Some(kept) = kept
        {
            let terms = scratch.terms.get(node.start..node.end).unwrap_or_default();
            let form = Linear {
                terms: terms.to_vec(),
                constant: node.constant,
            };
            if let Some(rounded) = self.rounded(&form, (symbol, coefficient), fact, kept) {
                let start = scratch.terms.len();
                scratch.terms.extend_from_slice(&rounded.terms);
                scratch.add(start, rounded.constant, node.divisor);
            }
        }
    }

    /// The form with a symbol replaced by what a fact `g · symbol + rest >= 0` bounds it by, rounded to
    /// an integer for every block.
    fn rounded(
        &self,
        form: &Linear,
        (symbol, coefficient): Term,
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
    pub(super) fn boxed(
        &self,
        form: &Linear,
        divisor: i128,
        kept: Option<Kept>,
    ) -> Option<(i128, Bound)> {
        let node = Node {
            start: 0,
            end: form.terms.len(),
            constant: form.constant,
            divisor,
        };
        self.boxed_terms(&form.terms, &node, kept)
    }

    fn boxed_terms(
        &self,
        terms: &[Term],
        node: &Node,
        kept: Option<Kept>,
    ) -> Option<(i128, Bound)> {
        let (mut slope, mut constant) = (0i128, node.constant);
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
            let (low, high) = self.range(*symbol);
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
            divisor: node.divisor,
        };
        // At both ends together, in 2^20-ths.
        let fine = times(both, 1 << 20)?;
        let cost = if node.divisor == 1 {
            fine
        } else {
            fine.div_euclid(node.divisor)
        };
        Some((cost, bound))
    }
}

impl Scratch {
    fn begin(&mut self, form: &Linear, path: &Path) {
        self.terms.clear();
        self.terms.extend_from_slice(&form.terms);
        self.nodes.clear();
        self.nodes.push(Node {
            start: 0,
            end: form.terms.len(),
            constant: form.constant,
            divisor: 1,
        });
        self.signs.clear();
        self.signs.extend(path.iter().map(|fact| Signs::of(fact)));
    }

    /// Whether fact number `number` of the path may bound the symbol of a term from the right side.
    fn may_lower(&self, number: usize, (symbol, coefficient): Term) -> bool {
        let signs = self.signs.get(number).copied().unwrap_or_default();
        let side = if coefficient > 0 {
            signs.below
        } else {
            signs.above
        };
        side & bit(symbol) != 0
    }

    /// Adds `(form · a + fact · b) / (divisor · a)`, in lowest terms; nothing if a number does not fit.
    fn combine(&mut self, node: Node, a: i128, fact: &Linear, b: i128) {
        let start = self.terms.len();
        if self.append(node, a, fact, b).is_none() {
            self.terms.truncate(start);
            return;
        }
        let constant = times(node.constant, a)
            .and_then(|constant| constant.checked_add(times(fact.constant, b)?));
        let (Some(mut constant), Some(mut divisor)) = (constant, times(node.divisor, a)) else {
            self.terms.truncate(start);
            return;
        };
        let new = self.terms.get_mut(start..).unwrap_or_default();
        let numbers = new.iter().map(|(_, c)| *c).chain([constant]);
        let common = common(divisor, numbers);
        if common != 1 {
            for (_, coefficient) in new {
                *coefficient /= common;
            }
            constant /= common;
            divisor /= common;
        }
        self.add(start, constant, divisor);
    }

    /// Appends the terms of `form · a + fact · b`; `None` if one does not fit.
    fn append(&mut self, node: Node, a: i128, fact: &Linear, b: i128) -> Option<()> {
        let mut at = node.start;
        let mut facts = fact.terms.iter().copied().peekable();
        while at < node.end {
            let (symbol, own) = self.terms.get(at).copied()?;
            while let Some((before, coefficient)) = facts.next_if(|(s, _)| *s < symbol) {
                self.terms.push((before, times(coefficient, b)?));
            }
            let mut sum = times(own, a)?;
            if let Some((_, coefficient)) = facts.next_if(|(s, _)| *s == symbol) {
                sum = sum.checked_add(times(coefficient, b)?)?;
            }
            if sum != 0 {
                self.terms.push((symbol, sum));
            }
            at += 1;
        }
        for (symbol, coefficient) in facts {
            self.terms.push((symbol, times(coefficient, b)?));
        }
        Some(())
    }

    /// Makes a form of the terms from `start` on, unless it is there already.
    fn add(&mut self, start: usize, constant: i128, divisor: i128) {
        let end = self.terms.len();
        let new = self.terms.get(start..end);
        let is_known = self.nodes.iter().any(|node| {
            (node.constant, node.divisor) == (constant, divisor)
                && node.end - node.start == end - start
                && self.terms.get(node.start..node.end) == new
        });
        if is_known {
            self.terms.truncate(start);
            return;
        }
        self.nodes.push(Node {
            start,
            end,
            constant,
            divisor,
        });
    }
}

impl Signs {
    fn of(fact: &Linear) -> Self {
        let mut signs = Self::default();
        for (symbol, coefficient) in &fact.terms {
            if *coefficient > 0 {
                signs.above |= bit(*symbol);
            } else {
                signs.below |= bit(*symbol);
            }
        }
        signs
    }
}

fn bit(symbol: Symbol) -> u64 {
    1 << (symbol % 64)
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
