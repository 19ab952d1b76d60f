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
use super::linear::{Linear, Symbol, common, times};
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
const BLOCK: Symbol = Symbol::MAX;

/// What a search needs, kept for the next one.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The terms of all forms, one after the other.
    terms: Vec<Term>,
    nodes: Vec<Node>,
    /// For each fact of the path, whether it is to be followed.
    path: Vec<bool>,
    needed: Needed,
}

/// The symbols that matter to a search: those of its form and of the conditions, and those that their definitions
/// mention.
#[derive(Debug, Default)]
struct Needed {
    /// For each symbol the last search that needed it, and its range there, which the path narrows by its facts
    /// about that symbol alone.
    symbols: Vec<(u64, i128, i128)>,
    search: u64,
}

type Term = (Symbol, i128);

/// The range of a symbol.
type Range<'a> = dyn Fn(Symbol) -> (i128, i128) + 'a;

/// A form over a divisor; its terms are some of the scratch's.
#[derive(Debug, Clone, Copy)]
struct Node {
    start: usize,
    end: usize,
    constant: i128,
    divisor: i128,
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
        scratch.begin(form, path, self);
        let needed = std::mem::take(&mut scratch.needed);
        let mut best: Vec<(i128, Bound)> = Vec::new();
        let mut at = 0;
        while let Some(node) = scratch.nodes.get(at).copied() {
            at += 1;
            let terms = scratch.terms.get(node.start..node.end).unwrap_or_default();
            if let Some((cost, bound)) = self.boxed_terms(terms, &node, kept, |s| needed.range(s)) {
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
    fn facts_of(&self, symbol: Symbol) -> impl Iterator<Item = &Fact> {
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
        {
            let terms = scratch.terms.get(node.start..node.end).unwrap_or_default();
            let form = Linear {
                terms: terms.to_vec(),
                constant: node.constant,
            };
            if let Some(rounded) = self.rounded(&form, (symbol, coefficient), fact, kept, needed) {
                let start = scratch.terms.len();
                scratch.terms.extend_from_slice(&rounded.terms);
                scratch.add(start, rounded.constant, node.divisor, &range);
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
        needed: &Needed,
    ) -> Option<Linear> {
        let g = fact.coefficient(symbol);
        // Upper bound (g < 0): symbol <= rest / |g|. Lower bound (g > 0): symbol >= -rest / g.
        let rest = fact.without(symbol);
        let node = Node::whole(&rest, 1);
        let (_, rest) = self.boxed_terms(&rest.terms, &node, Some(kept), |s| needed.range(s))?;
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
        self.boxed_terms(&form.terms, &Node::whole(form, divisor), kept, |s| {
            self.range(s)
        })
    }

    fn boxed_terms(
        &self,
        terms: &[Term],
        node: &Node,
        kept: Option<Kept>,
        range: impl Fn(Symbol) -> (i128, i128),
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

impl Node {
    /// A form whose terms come first.
    fn whole(form: &Linear, divisor: i128) -> Self {
        Self {
            start: 0,
            end: form.terms.len(),
            constant: form.constant,
            divisor,
        }
    }
}

impl Scratch {
    fn begin(&mut self, form: &Linear, path: &Path, symbols: &Symbols) {
        self.terms.clear();
        self.terms.extend_from_slice(&form.terms);
        self.nodes.clear();
        self.nodes.push(Node::whole(form, 1));
        self.path.clear();
        self.needed.begin(symbols.len());
        self.needed.add(symbols, form);
        for fact in path {
            let is_condition = fact.defines.is_none();
            if is_condition {
                self.needed.add(symbols, fact);
            }
            self.path.push(is_condition);
        }
        // A definition mentions older symbols, whose own mostly stand before it.
        let mut changed = true;
        while changed {
            changed = false;
            for (fact, follow) in path.iter().zip(&mut self.path).rev() {
                if !*follow && self.needed.defines(fact) {
                    *follow = true;
                    changed |= self.needed.add(symbols, fact);
                }
            }
        }
        for (fact, follow) in path.iter().zip(&mut self.path) {
            // A range is used wherever the symbol is, and need not be followed.
            *follow &= !self.needed.narrow(fact);
        }
    }

    /// Adds `(form · a + fact · b) / (divisor · a)`, in lowest terms; nothing if a number does not fit.
    fn combine(&mut self, node: Node, a: i128, fact: &Linear, b: i128, range: &Range<'_>) {
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
        self.add(start, constant, divisor, range);
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

    /// Makes a form of the terms from `start` on, unless it is nowhere below one that is there.
    fn add(&mut self, start: usize, constant: i128, divisor: i128, range: &Range<'_>) {
        let new = Node {
            start,
            end: self.terms.len(),
            constant,
            divisor,
        };
        if self.nodes.iter().any(|old| self.is_below(old, &new, range)) {
            self.terms.truncate(start);
        } else {
            self.nodes.push(new);
        }
    }

    /// Whether a form is at most another, whatever its symbols are in their ranges; `false` where numbers do not fit.
    fn is_below(&self, old: &Node, new: &Node, range: &Range<'_>) -> bool {
        let terms = |node: &Node| self.terms.get(node.start..node.end).unwrap_or_default();
        let (a, b) = (old.divisor, new.divisor);
        // The smallest value of their difference, over both divisors.
        let least = || -> Option<i128> {
            let mut sum = times(new.constant, a)?.checked_sub(times(old.constant, b)?)?;
            let (mut olds, mut news) = (terms(old).iter().peekable(), terms(new).iter().peekable());
            loop {
                let symbol = match (olds.peek(), news.peek()) {
                    (Some((l, _)), Some((r, _))) => *l.min(r),
                    (Some((s, _)), None) | (None, Some((s, _))) => *s,
                    (None, None) => return Some(sum),
                };
                let of_new = news.next_if(|(s, _)| *s == symbol).map_or(0, |(_, c)| *c);
                let of_old = olds.next_if(|(s, _)| *s == symbol).map_or(0, |(_, c)| *c);
                let difference = times(of_new, a)?.checked_sub(times(of_old, b)?)?;
                if difference != 0 {
                    let (low, high) = range(symbol);
                    let least = if difference > 0 { low } else { high };
                    if least.abs() >= FAR {
                        return None;
                    }
                    sum = sum.checked_add(times(difference, least)?)?;
                }
            }
        };
        least().is_some_and(|least| least >= 0)
    }
}

impl Needed {
    fn begin(&mut self, symbols: Symbol) {
        self.symbols.resize(symbols as usize, (0, 0, 0));
        self.search += 1;
    }

    /// Marks the symbols of a form, and those that their definitions mention; whether there was a new one.
    fn add(&mut self, symbols: &Symbols, form: &Linear) -> bool {
        let mut changed = false;
        for (symbol, _) in &form.terms {
            let Some(needed) = self.symbols.get_mut(*symbol as usize) else {
                continue;
            };
            if needed.0 == self.search {
                continue;
            }
            let (low, high) = symbols.range(*symbol);
            *needed = (self.search, low, high);
            changed = true;
            for fact in symbols.facts_of(*symbol) {
                if fact.defines == Some(*symbol) {
                    self.add(symbols, fact);
                }
            }
        }
        changed
    }

    /// Whether the symbol that a fact defines is needed.
    fn defines(&self, fact: &Fact) -> bool {
        fact.defines
            .and_then(|symbol| self.symbols.get(symbol as usize))
            .is_none_or(|(search, ..)| *search == self.search)
    }

    /// Narrows the range of a symbol, if a fact is about that one alone.
    fn narrow(&mut self, fact: &Fact) -> bool {
        let [(symbol, coefficient)] = *fact.terms.as_slice() else {
            return false;
        };
        if let Some((_, low, high)) = self.symbols.get_mut(symbol as usize) {
            if coefficient > 0 {
                *low = (*low).max(-fact.constant.div_euclid(coefficient));
            } else {
                *high = (*high).min(fact.constant.div_euclid(-coefficient));
            }
        }
        true
    }

    /// The range of a symbol that is needed.
    fn range(&self, symbol: Symbol) -> (i128, i128) {
        let found = self.symbols.get(symbol as usize);
        found.map_or((-FAR, FAR), |(_, low, high)| (*low, *high))
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
