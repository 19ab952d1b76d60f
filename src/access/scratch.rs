//! The forms that a search goes through, in memory that the next one uses again.

use super::linear::{Linear, Symbol, common, times};
use super::symbols::{Path, Symbols};

/// What a search needs, kept for the next one.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The terms of all forms, one after the other.
    pub terms: Vec<Term>,
    pub nodes: Vec<Node>,
    signs: Vec<Signs>,
    pub ranges: Ranges,
}

/// Ranges that the path narrows, by its facts about one symbol.
pub(super) type Ranges = Vec<(Symbol, i128, i128)>;

pub(super) type Term = (Symbol, i128);

/// A form over a divisor; its terms are some of the scratch's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub start: usize,
    pub end: usize,
    pub constant: i128,
    pub divisor: i128,
}

/// Which symbols a fact may hold with which sign: a bit for every 64th.
#[derive(Debug, Clone, Copy, Default)]
struct Signs {
    above: u64,
    below: u64,
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
        self.signs.clear();
        self.signs.extend(path.iter().map(|fact| Signs::of(fact)));
        self.ranges.clear();
        for (fact, signs) in path.iter().zip(&mut self.signs) {
            if let [(symbol, coefficient)] = *fact.terms.as_slice() {
                // It is used wherever the symbol is, and need not be followed.
                *signs = Signs::default();
                let at = self.ranges.iter().position(|(s, ..)| *s == symbol);
                let at = at.unwrap_or_else(|| {
                    let (low, high) = symbols.range(symbol);
                    self.ranges.push((symbol, low, high));
                    self.ranges.len() - 1
                });
                if let Some((_, low, high)) = self.ranges.get_mut(at) {
                    if coefficient > 0 {
                        *low = (*low).max(-fact.constant.div_euclid(coefficient));
                    } else {
                        *high = (*high).min(fact.constant.div_euclid(-coefficient));
                    }
                }
            }
        }
    }

    /// Whether fact number `number` of the path may bound the symbol of a term from the right side.
    pub fn may_lower(&self, number: usize, (symbol, coefficient): Term) -> bool {
        let signs = self.signs.get(number).copied().unwrap_or_default();
        let side = if coefficient > 0 {
            signs.below
        } else {
            signs.above
        };
        side & bit(symbol) != 0
    }

    /// Adds `(form · a + fact · b) / (divisor · a)`, in lowest terms; nothing if a number does not fit.
    pub fn combine(&mut self, node: Node, a: i128, fact: &Linear, b: i128) {
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
    pub fn add(&mut self, start: usize, constant: i128, divisor: i128) {
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
