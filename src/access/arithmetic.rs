//! Integer arithmetic on forms, wrap-around included, and comparisons.

use std::rc::Rc;

use naga::{BinaryOperator, Scalar, ScalarKind, Span};

use super::linear::Linear;
use super::symbols::{Path, Why};
use super::value::{Condition, Value};
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
        self.symbols.at_most(&shifted, high, path).then_some(shifted)
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
        let whys = form.terms.iter().map(|(symbol, _)| self.symbols.why(*symbol));
        let mut unknown = whys.filter(|why| matches!(why, Why::Loaded(_) | Why::Computed(_)));
        unknown.next()
    }

    pub fn fresh_int(&mut self, low: i128, high: i128, ty: Int, why: Why) -> Linear {
        let (least, most) = ty.range();
        Linear::symbol(self.symbols.fresh(low.max(least), high.min(most), why))
    }

    /// What follows from `a = b` and from its contrary, for exact forms.
    pub fn equals(&mut self, a: &Linear, b: &Linear) -> Condition {
        let Some(difference) = a.minus(b) else {
            return Condition::unknown();
        };
        if let Some(number) = difference.as_number() {
            return Condition::known(number == 0);
        }
        let path = &self.state.path;
        let never_below = self.symbols.at_least(&difference, 0, path);
        let never_above = self.symbols.at_most(&difference, 0, path);
        if self.symbols.at_least(&difference, 1, path) || self.symbols.at_most(&difference, -1, path)
        {
            return Condition::known(false);
        }
        let negative = difference.scaled(-1).unwrap_or_default();
        let no = match (never_below, never_above) {
            (true, true) => return Condition::known(true),
            (true, false) => vec![Rc::new(difference.offset(-1))],
            (false, true) => vec![Rc::new(negative.offset(-1))],
            (false, false) => Vec::new(),
        };
        Condition {
            known: None,
            yes: vec![Rc::new(difference), Rc::new(negative)],
            no_exact: !no.is_empty(),
            no,
            yes_exact: true,
        }
    }

    /// `a < b` for exact forms.
    fn less(&mut self, a: &Linear, b: &Linear) -> Condition {
        let Some(yes) = b.minus(a).map(|difference| difference.offset(-1)) else {
            return Condition::unknown();
        };
        let Some(no) = a.minus(b) else {
            return Condition::unknown();
        };
        if self.symbols.at_least(&yes, 0, &self.state.path) {
            return Condition::known(true);
        }
        if self.symbols.at_least(&no, 0, &self.state.path) {
            return Condition::known(false);
        }
        Condition {
            known: None,
            yes: vec![Rc::new(yes)],
            no: vec![Rc::new(no)],
            yes_exact: true,
            no_exact: true,
        }
    }

    pub fn compare(
        &mut self,
        op: BinaryOperator,
        (left, right): (&Value, &Value),
        ty: Int,
        span: Span,
    ) -> Condition {
        use BinaryOperator as Op;
        let (left, right, op) = match op {
            Op::Greater => (right, left, Op::Less),
            Op::LessEqual => return self.compare(Op::Less, (right, left), ty, span).not(),
            Op::GreaterEqual => return self.compare(Op::Less, (left, right), ty, span).not(),
            Op::NotEqual => return self.compare(Op::Equal, (left, right), ty, span).not(),
            op => (left, right, op),
        };
        if op == Op::Less
            && !ty.signed
            && let Some(condition) = self.wrapped_less(left, right, ty, span)
        {
            return condition;
        }
        let a = self.exact_or_fresh(left, ty, span);
        let b = self.exact_or_fresh(right, ty, span);
        match op {
            Op::Less => self.less(&a, &b),
            Op::Equal => self.equals(&a, &b),
            _ => Condition::unknown(),
        }
    }

    /// `x - 1u < n`: numbers below zero wrap around to some beyond `n`.
    fn wrapped_less(
        &mut self,
        left: &Value,
        right: &Value,
        ty: Int,
        span: Span,
    ) -> Option<Condition> {
        let Value::Int(a) = left else {
            return None;
        };
        if self.exact(a, ty).is_some() {
            return None;
        }
        let a = self.settle(a);
        let b = self.exact_or_fresh(right, ty, span);
        let path = &self.state.path;
        let modulus = 1i128 << ty.bits;
        let most = self.symbols.upper(&b, path)?;
        let fits = self.symbols.at_most(&a, modulus - 1, path)
            && self.symbols.at_least(&a, most - modulus, path);
        if !fits {
            return None;
        }
        Some(Condition {
            known: None,
            yes: vec![Rc::new(a.clone()), Rc::new(b.minus(&a)?.offset(-1))],
            no: Vec::new(),
            yes_exact: true,
            no_exact: false,
        })
    }

    /// The smaller or the larger of two exact forms.
    pub fn extreme(&mut self, a: &Linear, b: &Linear, larger: bool) -> Linear {
        let Some(difference) = a.minus(b) else {
            let symbol = self.symbols.fresh(-super::symbols::FAR, super::symbols::FAR, Why::Derived);
            return Linear::symbol(symbol);
        };
        let path = self.state.path.clone();
        let pick = |first: bool| if first == larger { a.clone() } else { b.clone() };
        if self.symbols.at_least(&difference, 0, &path) {
            return pick(true);
        }
        if self.symbols.at_most(&difference, 0, &path) {
            return pick(false);
        }
        let ranges = [a, b].map(|form| {
            let far = super::symbols::FAR;
            let low = self.symbols.lower(form, &path).unwrap_or(-far);
            (low, self.symbols.upper(form, &path).unwrap_or(far))
        });
        let [(a_low, a_high), (b_low, b_high)] = ranges;
        let (low, high) = if larger {
            (a_low.max(b_low), a_high.max(b_high))
        } else {
            (a_low.min(b_low), a_high.min(b_high))
        };
        let why = self.reason(a).or(self.reason(b)).unwrap_or(Why::Derived);
        let far = super::symbols::FAR;
        let symbol = self.symbols.fresh(-far, far, why);
        let value = Linear::symbol(symbol);
        if low > -far {
            self.hold(Some(value.offset(-low)));
        }
        if high < far {
            self.hold(Linear::number(high).minus(&value));
        }
        for form in [a, b] {
            let beyond = if larger { value.minus(form) } else { form.minus(&value) };
            self.symbols.fact(beyond);
        }
        self.between(symbol, a, b, None);
        value
    }

    /// A product, modulo 2^bits.
    fn product(&mut self, a: &Value, b: &Value, ty: Int, span: Span) -> Value {
        let (Value::Int(left), Value::Int(right)) = (a, b) else {
            return Value::Int(self.fresh_int(i128::MIN, i128::MAX, ty, Why::Computed(span)));
        };
        let (mut left, mut right) = (left.clone(), right.clone());
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
        let why = self.reason(&a).or(self.reason(&b)).unwrap_or(Why::Computed(span));
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
        let why = self.reason(&a).or(self.reason(&b)).unwrap_or(Why::Computed(span));
        let not_negative = self.symbols.at_least(&a, 0, &path);
        if !positive || !not_negative {
            // Division by zero gives the numerator, and its remainder 0.
            let most = [self.symbols.lower(&a, &path), self.symbols.upper(&a, &path)];
            let most = most.into_iter().flatten().map(i128::abs).max();
            let most = if ty.signed { most } else { self.symbols.upper(&a, &path) };
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

    fn bitwise(
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
        let (a, b) = if a.as_number().is_some() { (b, a) } else { (a, b) };
        let why = self.reason(&a).or(self.reason(&b)).unwrap_or(Why::Computed(span));
        if op == BinaryOperator::And {
            if let Some(masked) = b.as_number().and_then(|mask| self.masked(&a, mask, ty)) {
                return masked;
            }
            // A number that is not negative bounds the result.
            let bounds = [&a, &b].into_iter().filter(|form| self.symbols.at_least(form, 0, &path));
            let most = bounds.filter_map(|form| self.symbols.upper(form, &path)).min();
            return match most {
                Some(most) => self.fresh_int(0, most, ty, why),
                None => self.fresh_int(i128::MIN, i128::MAX, ty, why),
            };
        }
        // Bits that do not meet add up.
        for (high, low) in [(&a, &b), (&b, &a)] {
            let unit = high.common(0).unsigned_abs();
            let bits = if high.as_number() == Some(0) { 127 } else { unit.trailing_zeros() };
            if self.symbols.at_least(low, 0, &path)
                && self.symbols.at_most(low, (1i128 << bits.min(100)) - 1, &path)
                && let Some(sum) = high.plus(low)
            {
                return sum;
            }
        }
        let not_negative = self.symbols.at_least(&a, 0, &path) && self.symbols.at_least(&b, 0, &path);
        let most = self.symbols.upper(&a, &path).zip(self.symbols.upper(&b, &path));
        let Some((a_most, b_most)) = most.filter(|_| not_negative) else {
            return self.fresh_int(i128::MIN, i128::MAX, ty, why);
        };
        let most = |n: i128| (n.unsigned_abs() + 1).next_power_of_two() as i128 - 1;
        let value = self.fresh_int(0, most(a_most).max(most(b_most)), ty, why);
        // What is above the bits of `b` is that of `a`: `i ^ 4` stays in the block of eight that `i` is in.
        {
            let block = most(b_most) + 1;
            let start = self.symbols.quotient(&a, block, &mut self.state.path).and_then(|q| q.scaled(block));
            if let Some(start) = start {
                self.hold(value.minus(&start));
                let end = start.offset(block - 1).minus(&value);
                self.hold(end);
            }
        }
        value
    }

    /// `a & mask` for masks of low or of high bits.
    fn masked(&mut self, a: &Linear, mask: i128, ty: Int) -> Option<Linear> {
        let modulus = 1i128 << ty.bits;
        let mask = mask.rem_euclid(modulus);
        let (low_bits, is_low) = match (mask + 1, modulus - mask) {
            (unit, _) if unit.count_ones() == 1 => (unit, true),
            (_, unit) if unit.count_ones() == 1 => (unit, false),
            _ => return None,
        };
        if low_bits == modulus {
            return Some(a.clone());
        }
        let high = self.symbols.quotient(a, low_bits, &mut self.state.path)?.scaled(low_bits)?;
        if is_low { a.minus(&high) } else { Some(high) }
    }

    fn shift(
        &mut self,
        op: BinaryOperator,
        left: &Value,
        right: &Value,
        ty: Int,
        span: Span,
    ) -> Linear {
        let u32_type = Int {
            signed: false,
            bits: 32,
        };
        let by = self.exact_or_fresh(right, u32_type, span);
        let by = by.as_number().map(|by| by.rem_euclid(ty.bits.into()));
        if op == BinaryOperator::ShiftLeft {
            if let (Some(by), Value::Int(form)) = (by, left)
                && let Some(shifted) = form.clone().wrap(ty.bits).scaled(1 << by)
            {
                return shifted.wrap(ty.bits);
            }
            let why = match left {
                Value::Int(form) => self.reason(form),
                _ => None,
            };
            let why = why.unwrap_or(Why::Computed(span));
            return self.fresh_int(i128::MIN, i128::MAX, ty, why);
        }
        let a = self.exact_or_fresh(left, ty, span);
        let path = self.state.path.clone();
        if let Some(by) = by
            && let Some(quotient) = self.symbols.quotient(&a, 1 << by, &mut self.state.path)
        {
            return quotient;
        }
        let why = self.reason(&a).unwrap_or(Why::Computed(span));
        if !self.symbols.at_least(&a, 0, &path) {
            return self.fresh_int(i128::MIN, i128::MAX, ty, why);
        }
        let most = self.symbols.upper(&a, &path).unwrap_or(i128::MAX);
        let value = self.fresh_int(0, most, ty, why);
        {
            self.hold(a.minus(&value));
        }
        value
    }
}
