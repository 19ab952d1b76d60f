//! Linear forms with exact integer coefficients: `constant + Σ coefficient · symbol`.

use super::terms::Collector;
pub(crate) use super::terms::{Symbol, Term, Terms};

/// A linear form. Terms are in the order of their symbols, without zeros.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Linear {
    pub terms: Terms,
    pub constant: i128,
}

impl Linear {
    pub fn number(constant: i128) -> Self {
        Self {
            terms: Terms::default(),
            constant,
        }
    }

    pub fn symbol(symbol: Symbol) -> Self {
        Self {
            terms: Terms::from_iter([(symbol, 1)]),
            constant: 0,
        }
    }

    /// Its value, if it has no symbols.
    pub fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub fn coefficient(&self, symbol: Symbol) -> i128 {
        let found = self.terms.iter().find(|(s, _)| *s == symbol);
        found.map_or(0, |(_, coefficient)| *coefficient)
    }

    /// `self · a + other · b`; `None` if a coefficient does not fit.
    pub fn combine(&self, a: i128, other: &Self, b: i128) -> Option<Self> {
        let mut terms = Collector::default();
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let symbol = match (left.peek(), right.peek()) {
                (Some((l, _)), Some((r, _))) => *l.min(r),
                (Some((s, _)), None) | (None, Some((s, _))) => *s,
                (None, None) => break,
            };
            let mut sum = 0i128;
            for (side, factor) in [(&mut left, a), (&mut right, b)] {
                if let Some((_, c)) = side.next_if(|(s, _)| *s == symbol) {
                    sum = sum.checked_add(times(*c, factor)?)?;
                }
            }
            if sum != 0 {
                terms.push((symbol, sum));
            }
        }
        let constant = times(self.constant, a)?.checked_add(times(other.constant, b)?)?;
        let terms = terms.finish();
        Some(Self { terms, constant })
    }

    /// `self + other`. Values are kept small by [`wrap`](Self::wrap), so this does not overflow; if it
    /// did, the result would stand for nothing, so it is refused.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        self.combine(1, other, 1)
    }

    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.combine(1, other, -1)
    }

    pub fn offset(&self, by: i128) -> Self {
        Self {
            terms: self.terms.clone(),
            constant: self.constant + by,
        }
    }

    pub fn scaled(&self, by: i128) -> Option<Self> {
        self.combine(by, &Self::default(), 0)
    }

    /// A form that is equal modulo 2^bits, with coefficients of at most half of it.
    pub fn wrap(mut self, bits: u32) -> Self {
        let modulus = 1i128 << bits;
        let half = modulus >> 1;
        if self.terms.iter().any(|(_, c)| c.abs() >= half) {
            let wrapped = self.terms.iter().map(|(symbol, coefficient)| {
                let rest = coefficient.rem_euclid(modulus);
                (*symbol, if rest >= half { rest - modulus } else { rest })
            });
            self.terms = wrapped
                .filter(|(_, coefficient)| *coefficient != 0)
                .collect();
        }
        if self.constant.abs() >= modulus {
            self.constant = self.constant.rem_euclid(modulus);
        }
        self
    }

    /// `(quotient, rest)` with `self = d · quotient + rest`: the terms that `d` divides, and the others.
    pub fn split_by(&self, d: i128) -> (Self, Self) {
        let (mut quotient, mut rest) = (Collector::default(), Collector::default());
        for (symbol, coefficient) in &self.terms {
            if coefficient % d == 0 {
                quotient.push((*symbol, coefficient / d));
            } else {
                rest.push((*symbol, *coefficient));
            }
        }
        let quotient = Self {
            terms: quotient.finish(),
            constant: self.constant.div_euclid(d),
        };
        let rest = Self {
            terms: rest.finish(),
            constant: self.constant.rem_euclid(d),
        };
        (quotient, rest)
    }

    /// Without the term of a symbol.
    pub fn without(&self, symbol: Symbol) -> Self {
        let terms = self.terms.iter().filter(|(s, _)| *s != symbol);
        Self {
            terms: terms.copied().collect(),
            constant: self.constant,
        }
    }

    /// The greatest common divisor of the coefficients, the constant and `with`.
    pub fn common(&self, with: i128) -> i128 {
        let coefficients = self.terms.iter().map(|(_, c)| *c);
        common(with, coefficients.chain([self.constant]))
    }
}

/// A product, if it fits; at little cost where the numbers are as small as most.
pub(crate) fn times(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
        _ => a.checked_mul(b),
    }
}

/// The greatest common divisor of `with`, which is not negative, and numbers.
pub(crate) fn common(with: i128, numbers: impl Iterator<Item = i128>) -> i128 {
    let mut common = with;
    for number in numbers {
        if common == 1 {
            break;
        }
        common = gcd(common, number);
    }
    common
}

fn gcd(a: i128, b: i128) -> i128 {
    if let (Ok(mut a), Ok(mut b)) = (u64::try_from(a.abs()), u64::try_from(b.abs())) {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        return a.into();
    }
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}
