//! The terms of a linear form.

use std::ops::Deref;
use std::rc::Rc;

/// A number in a table of [`Symbols`](super::symbols::Symbols).
pub(crate) type Symbol = u32;

/// A symbol with its coefficient.
pub(crate) type Term = (Symbol, i128);

/// Terms that forms share, since they are copied more often than made.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Terms(
    /// `None` without a term, which takes no memory.
    Option<Rc<[Term]>>,
);

/// Terms on their way into a form: few of them need no memory of their own.
#[derive(Default)]
pub(crate) struct Collector {
    few: [Term; 6],
    len: usize,
    /// All of them, once they are not few.
    many: Vec<Term>,
}

impl Terms {
    pub fn as_slice(&self) -> &[Term] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl Deref for Terms {
    type Target = [Term];

    fn deref(&self) -> &[Term] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a Terms {
    type Item = &'a Term;
    type IntoIter = std::slice::Iter<'a, Term>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl FromIterator<Term> for Terms {
    fn from_iter<I: IntoIterator<Item = Term>>(terms: I) -> Self {
        let mut collector = Collector::default();
        for term in terms {
            collector.push(term);
        }
        collector.finish()
    }
}

impl Collector {
    pub fn push(&mut self, term: Term) {
        if let Some(slot) = self.few.get_mut(self.len) {
            *slot = term;
        } else {
            if self.many.is_empty() {
                self.many.extend_from_slice(&self.few);
            }
            self.many.push(term);
        }
        self.len += 1;
    }

    pub fn finish(self) -> Terms {
        let terms = match self.few.get(..self.len) {
            Some(few) => few,
            None => &self.many,
        };
        Terms((!terms.is_empty()).then(|| Rc::from(terms)))
    }
}
