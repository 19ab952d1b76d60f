//! The forms that a search goes through, in memory that the next one uses again, and the symbols that matter to it.

use super::fact::Fact;
use super::linear::{Linear, Symbol, Term, common, times};
use super::search::BLOCK;
use super::symbols::{FAR, Path, Symbols};

/// What a search needs, kept for the next one.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The terms of all forms, one after the other.
    pub terms: Vec<Term>,
    pub nodes: Vec<Node>,
    /// For each fact of the path, whether it is to be followed.
    pub path: Vec<bool>,
    pub needed: Needed,
}

/// The symbols that matter to a search: those of its form and of the conditions, and those that their definitions
/// mention.
#[derive(Debug, Default)]
pub(super) struct Needed {
    /// For each symbol the last search that needed it, and its range there, which the path narrows by its facts
    /// about that symbol alone.
    symbols: Vec<(u64, i128, i128)>,
    search: u64,
}

/// The range of a symbol.
pub(super) type Range<'a> = dyn Fn(Symbol) -> (i128, i128) + 'a;

/// A form over a divisor; its terms are some of the scratch's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub start: usize,
    pub end: usize,
    pub constant: i128,
    pub divisor: i128,
}

impl Node {
    /// A form whose terms come first.
    pub fn whole(form: &Linear, divisor: i128) -> Self {
        Self {
            start: 0,
            end: form.terms.len(),
            constant: form.constant,
            divisor,
        }
    }
}

impl Scratch {
    pub fn begin(&mut self, form: &Linear, path: &Path, symbols: &Symbols) {
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
    pub fn combine(&mut self, node: Node, a: i128, fact: &Linear, b: i128, range: &Range<'_>) {
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

    /// Adds the form with a symbol replaced by `slope · block + constant`; nothing if a number does not fit.
    pub fn replace(
        &mut self,
        node: Node,
        (symbol, coefficient): Term,
        (slope, constant): (i128, i128),
        range: &Range<'_>,
    ) {
        let own = self.terms.get(node.start..node.end).unwrap_or_default();
        // The block's number comes after all symbols.
        let before = own.last().filter(|(s, _)| *s == BLOCK);
        let before = before.map_or(0, |(_, slope)| *slope);
        let slope = times(slope, coefficient).and_then(|by| before.checked_add(by));
        let constant = times(constant, coefficient).and_then(|by| node.constant.checked_add(by));
        let (Some(slope), Some(constant)) = (slope, constant) else {
            return;
        };
        let start = self.terms.len();
        for place in node.start..node.end {
            if let Some(term) = self.terms.get(place).copied()
                && term.0 != symbol
                && term.0 != BLOCK
            {
                self.terms.push(term);
            }
        }
        if slope != 0 {
            self.terms.push((BLOCK, slope));
        }
        self.add(start, constant, node.divisor, range);
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
    pub fn add(&mut self, start: usize, constant: i128, divisor: i128, range: &Range<'_>) {
        let new = Node {
            start,
            end: self.terms.len(),
            constant,
            divisor,
        };
        if self
            .nodes
            .iter()
            .any(|old| self.is_at_most(old, &new, range))
        {
            self.terms.truncate(start);
        } else {
            self.nodes.push(new);
        }
    }

    /// Whether a form is at most another, whatever its symbols are in their ranges; `false` where numbers do not fit.
    fn is_at_most(&self, old: &Node, new: &Node, range: &Range<'_>) -> bool {
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
    pub fn defines(&self, fact: &Fact) -> bool {
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
    pub fn range(&self, symbol: Symbol) -> (i128, i128) {
        let found = self.symbols.get(symbol as usize);
        found.map_or((-FAR, FAR), |(_, low, high)| (*low, *high))
    }
}
