//! Comparisons: what follows from their being true, and from their being false.

use naga::{BinaryOperator, Span};

use super::arithmetic::Int;
use super::fact::Fact;
use super::linear::Linear;
use super::symbols::{Extreme, FAR, Why};
use super::value::{Condition, Value};
use super::walk::Walker;

impl Walker<'_> {
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
        if self.symbols.at_least(&difference, 1, path)
            || self.symbols.at_most(&difference, -1, path)
        {
            return Condition::known(false);
        }
        let negative = difference.scaled(-1).unwrap_or_default();
        let no = match (never_below, never_above) {
            (true, true) => return Condition::known(true),
            (true, false) => vec![Fact::condition(difference.offset(-1))],
            (false, true) => vec![Fact::condition(negative.offset(-1))],
            (false, false) => Vec::new(),
        };
        Condition {
            known: None,
            yes: vec![Fact::condition(difference), Fact::condition(negative)],
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
            yes: vec![Fact::condition(yes)],
            no: vec![Fact::condition(no)],
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
        self.compare_exact(op, &a, &b)
    }

    /// Compares two exact forms.
    pub fn compare_exact(&mut self, op: BinaryOperator, a: &Linear, b: &Linear) -> Condition {
        use BinaryOperator as Op;
        match op {
            Op::Less => self.less(a, b),
            Op::Greater => self.less(b, a),
            Op::LessEqual => self.less(b, a).not(),
            Op::GreaterEqual => self.less(a, b).not(),
            Op::Equal => self.equals(a, b),
            Op::NotEqual => self.equals(a, b).not(),
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
            yes: vec![
                Fact::condition(a.clone()),
                Fact::condition(b.minus(&a)?.offset(-1)),
            ],
            no: Vec::new(),
            yes_exact: true,
            no_exact: false,
        })
    }

    /// The smaller or the larger of two exact forms.
    pub fn extreme(&mut self, a: &Linear, b: &Linear, larger: bool) -> Linear {
        let Some(difference) = a.minus(b) else {
            let symbol = self.symbols.fresh(-FAR, FAR, Why::Derived);
            return Linear::symbol(symbol);
        };
        let path = self.state.path.clone();
        let pick = |first: bool| {
            if first == larger {
                a.clone()
            } else {
                b.clone()
            }
        };
        if self.symbols.at_least(&difference, 0, &path) {
            return pick(true);
        }
        if self.symbols.at_most(&difference, 0, &path) {
            return pick(false);
        }
        let ranges = [a, b].map(|form| {
            let far = FAR;
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
        let far = FAR;
        let symbol = self.symbols.fresh(-far, far, why);
        let value = Linear::symbol(symbol);
        if low > -far {
            self.hold(Some(value.offset(-low)));
        }
        if high < far {
            self.hold(Linear::number(high).minus(&value));
        }
        self.symbols.set_extreme(
            symbol,
            Extreme {
                a: a.clone(),
                b: b.clone(),
                larger,
            },
        );
        for form in [a, b] {
            let beyond = if larger {
                value.minus(form)
            } else {
                form.minus(&value)
            };
            self.symbols.fact(beyond);
        }
        self.between(symbol, a, b, None);
        value
    }
}
