//! Integer arithmetic on forms, wrap-around included.

use naga::{BinaryOperator, Scalar, ScalarKind, Span};

use super::linear::Linear;
use super::symbols::{Path, Why};
use super::value::Value;
use super::walk::Walker;

/// An integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Int {
    pub signed: bool,
    pub bits: u32,
}

impl Int {
    pub fn of(scalar: Scalar) -> Option<Self> {
        let signed = match scalar.kind {
            ScalarKind::Sint => true,
            ScalarKind::Uint => false,
            _ => return None,
        };
        Some(Self {
            signed,
            bits: u32::from(scalar.width) * 8,
        })
    }

    /// The smallest and the largest number.
    pub fn range(self) -> (i128, i128) {
        if self.signed {
            let half = 1i128 << (self.bits - 1);
            (-half, half - 1)
        } else {
            (0, (1i128 << self.bits) - 1)
        }
    }
}

impl Walker<'_> {
    /// The form with the launch's values in place of the symbols that stand for them.
    pub fn settle(&mut self, form: &Linear) -> Linear {
        let mut settled = form.clone();
        if self.asked.is_empty() {
            return settled;
        }
        for (symbol, coefficient) in &form.terms {
            if let Some((binding, offset, value)) = self.asked.get(symbol).copied() {
                self.consult(binding, offset);
                settled = settled.without(*symbol);
                settled.constant += coefficient * value;
            }
        }
        settled
    }

    /// The very number that a form stands for in its type, where it does not wrap around differently
    /// for different invocations.
    pub fn exact(&mut self, form: &Linear, ty: Int) -> Option<Linear> {
        let path = std::mem::take(&mut self.state.path);
        let exact = self.exact_at(form, ty, &path);
        self.state.path = path;
        exact
    }

    pub fn exact_at(&mut self, form: &Linear, ty: Int, path: &Path) -> Option<Linear> {
        let form = self.settle(form);
        let (low, high) = ty.range();
        let modulus = 1i128 << ty.bits;
        if let Some(number) = form.as_number() {
            return Some(Linear::number((number - low).rem_euclid(modulus) + low));
        }
        if self.symbols.in_range(&form, low, high) {
            return Some(form);
        }
        let least = self.symbols.lower(&form, path)?;
        let shifted = form.offset(-(least - low).div_euclid(modulus) * modulus);
        self.symbols
            .at_most(&shifted, high, path)
            .then_some(shifted)
    }

    /// The very number, or a symbol for it.
    pub fn exact_or_fresh(&mut self, value: &Value, ty: Int, span: Span) -> Linear {
        let (low, high) = ty.range();
        let why = match value {
            Value::Int(form) => match self.exact(form, ty) {
                Some(form) => return form,
                None => self.reason(form).unwrap_or(Why::Computed(span)),
            },
            _ => Why::Computed(span),
        };
        Linear::symbol(self.symbols.fresh(low, high, why))
    }

    /// What in a form is not known.
    pub fn reason(&self, form: &Linear) -> Option<Why> {
        let whys = form
            .terms
            .iter()
            .map(|(symbol, _)| self.symbols.why(*symbol));
        let mut unknown = whys.filter(|why| matches!(why, Why::Loaded(_) | Why::Computed(_)));
        unknown.next()
    }

    pub fn fresh_int(&mut self, low: i128, high: i128, ty: Int, why: Why) -> Linear {
        let (least, most) = ty.range();
        Linear::symbol(self.symbols.fresh(low.max(least), high.min(most), why))
    }

    /// A product, modulo 2^bits.
    fn product(&mut self, a: &Value, b: &Value, ty: Int, span: Span) -> Value {
        let (Value::Int(left), Value::Int(right)) = (a, b) else {
            return Value::Int(self.fresh_int(i128::MIN, i128::MAX, ty, Why::Computed(span)));
        };
        let (mut left, mut right) = (left.clone(), right.clone());
        for factor in [&left, &right] {
            if let [(symbol, 1)] = *factor.terms.as_slice()
                && let Some(value) = self.asked.get(&symbol)
                && !self.facts.factors.contains(value)
            {
                self.facts.factors.push(*value);
            }
        }
        if left.as_number().is_none() && right.as_number().is_none() {
            (left, right) = (self.settle(&left), self.settle(&right));
        }
        let scaled = match (left.as_number(), right.as_number()) {
            (_, Some(number)) => left.wrap(ty.bits).scaled(number),
            (Some(number), _) => right.wrap(ty.bits).scaled(number),
            (None, None) => None,
        };
        if let Some(scaled) = scaled {
            return Value::Int(scaled.wrap(ty.bits));
        }
        let a = self.exact_or_fresh(a, ty, span);
        let b = self.exact_or_fresh(b, ty, span);
        let path = &self.state.path;
        let mut corners = Vec::new();
        for a in [self.symbols.lower(&a, path), self.symbols.upper(&a, path)] {
            for b in [self.symbols.lower(&b, path), self.symbols.upper(&b, path)] {
                corners.extend(a.zip(b).and_then(|(a, b)| a.checked_mul(b)));
            }
        }
        let (least, most) = ty.range();
        let (low, high) = match (corners.iter().min(), corners.iter().max()) {
            (Some(low), Some(high)) if corners.len() == 4 => (*low, *high),
            _ => (i128::MIN, i128::MAX),
        };
        let fits = low >= least && high <= most;
        let (low, high) = if fits { (low, high) } else { (least, most) };
        let why = self
            .reason(&a)
            .or(self.reason(&b))
            .unwrap_or(Why::Computed(span));
        Value::Int(self.fresh_int(low, high, ty, why))
    }

    pub fn integer(
        &mut self,
        op: BinaryOperator,
        (left, right): (&Value, &Value),
        ty: Int,
        span: Span,
    ) -> Value {
        use BinaryOperator as Op;
        match op {
            Op::Add | Op::Subtract => {
                if let (Value::Int(a), Value::Int(b)) = (left, right) {
                    let sum = if op == Op::Add { a.plus(b) } else { a.minus(b) };
                    if let Some(sum) = sum {
                        return Value::Int(sum.wrap(ty.bits));
                    }
                }
                let why = [left, right].into_iter().find_map(|value| match value {
                    Value::Int(form) => self.reason(form),
                    _ => None,
                });
                let why = why.unwrap_or(Why::Computed(span));
                Value::Int(self.fresh_int(i128::MIN, i128::MAX, ty, why))
            }
            Op::Multiply => self.product(left, right, ty, span),
            Op::Divide | Op::Modulo => Value::Int(self.division(op, left, right, ty, span)),
            Op::And | Op::InclusiveOr | Op::ExclusiveOr => {
                Value::Int(self.bitwise(op, left, right, ty, span))
            }
            Op::ShiftLeft | Op::ShiftRight => Value::Int(self.shift(op, left, right, ty, span)),
            _ => Value::Unknown,
        }
    }

    fn division(
        &mut self,
        op: BinaryOperator,
        left: &Value,
        right: &Value,
        ty: Int,
        span: Span,
    ) -> Linear {
        let a = self.exact_or_fresh(left, ty, span);
        let b = self.exact_or_fresh(right, ty, span);
        let path = self.state.path.clone();
        let positive = self.symbols.at_least(&b, 1, &path);
        let no_overflow = !ty.signed
            || self.symbols.at_most(&b, -2, &path)
            || self.symbols.at_least(&a, ty.range().0 + 1, &path);
        let holds = positive || (self.symbols.at_most(&b, -1, &path) && no_overflow);
        self.facts.divisors_hold &= holds || !self.recording;
        let why = self
            .reason(&a)
            .or(self.reason(&b))
            .unwrap_or(Why::Computed(span));
        let not_negative = self.symbols.at_least(&a, 0, &path);
        if !positive || !not_negative {
            // Division by zero gives the numerator, and its remainder 0.
            let most = [self.symbols.lower(&a, &path), self.symbols.upper(&a, &path)];
            let most = most.into_iter().flatten().map(i128::abs).max();
            let most = if ty.signed {
                most
            } else {
                self.symbols.upper(&a, &path)
            };
            let most = most.unwrap_or(i128::MAX >> 1);
            let least = if not_negative && !ty.signed { 0 } else { -most };
            return self.fresh_int(least, most, ty, why);
        }
        let quotient = match b.as_number() {
            Some(number) => self.symbols.quotient(&a, number, &mut self.state.path),
            None => None,
        };
        if let (Some(quotient), Some(number)) = (quotient, b.as_number()) {
            if op == BinaryOperator::Divide {
                return quotient;
            }
            if let Some(remainder) = a.combine(1, &quotient, -number) {
                return remainder;
            }
        }
        let most = self.symbols.upper(&a, &path).unwrap_or(ty.range().1);
        let (result, most) = if op == BinaryOperator::Divide {
            (0, most / self.symbols.lower(&b, &path).unwrap_or(1).max(1))
        } else {
            let divisor = self.symbols.upper(&b, &path).unwrap_or(ty.range().1);
            (1, most.min(divisor - 1))
        };
        let value = self.fresh_int(0, most, ty, why);
        {
            self.hold(a.minus(&value));
            if result == 1 {
                let below = b.minus(&value).map(|rest| rest.offset(-1));
                self.hold(below);
            }
        }
        value
    }
}
