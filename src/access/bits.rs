//! Shifts, masks and other bitwise operations, as far as they are linear or stay in a range.

use naga::{BinaryOperator, Span};

use super::arithmetic::Int;
use super::linear::Linear;
use super::symbols::Why;
use super::value::Value;
use super::walk::Walker;

impl Walker<'_> {
    pub fn bitwise(
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
        let (a, b) = if a.as_number().is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let why = self
            .reason(&a)
            .or(self.reason(&b))
            .unwrap_or(Why::Computed(span));
        if op == BinaryOperator::And {
            if let Some(masked) = b.as_number().and_then(|mask| self.masked(&a, mask, ty)) {
                return masked;
            }
            // A number that is not negative bounds the result.
            let bounds = [&a, &b]
                .into_iter()
                .filter(|form| self.symbols.at_least(form, 0, &path));
            let most = bounds
                .filter_map(|form| self.symbols.upper(form, &path))
                .min();
            return match most {
                Some(most) => self.fresh_int(0, most, ty, why),
                None => self.fresh_int(i128::MIN, i128::MAX, ty, why),
            };
        }
        // Bits that do not meet add up.
        for (high, low) in [(&a, &b), (&b, &a)] {
            let unit = high.common(0).unsigned_abs();
            let bits = if high.as_number() == Some(0) {
                127
            } else {
                unit.trailing_zeros()
            };
            if self.symbols.at_least(low, 0, &path)
                && self
                    .symbols
                    .at_most(low, (1i128 << bits.min(100)) - 1, &path)
                && let Some(sum) = high.plus(low)
            {
                return sum;
            }
        }
        let not_negative =
            self.symbols.at_least(&a, 0, &path) && self.symbols.at_least(&b, 0, &path);
        let most = self
            .symbols
            .upper(&a, &path)
            .zip(self.symbols.upper(&b, &path));
        let Some((a_most, b_most)) = most.filter(|_| not_negative) else {
            return self.fresh_int(i128::MIN, i128::MAX, ty, why);
        };
        let most = |n: i128| (n.unsigned_abs() + 1).next_power_of_two() as i128 - 1;
        // What is above the bits of `b` is that of `a`: `i ^ 4` stays in the block of eight that `i` is in.
        let block = most(b_most) + 1;
        let start = self
            .symbols
            .quotient(&a, block, &mut self.state.path)
            .and_then(|q| q.scaled(block));
        // The newest symbol, so that it is the one that is defined.
        let value = self.fresh_int(0, most(a_most).max(most(b_most)), ty, why);
        if let Some(start) = start {
            self.hold(value.minus(&start));
            let end = start.offset(block - 1).minus(&value);
            self.hold(end);
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
        let high = self
            .symbols
            .quotient(a, low_bits, &mut self.state.path)?
            .scaled(low_bits)?;
        if is_low { a.minus(&high) } else { Some(high) }
    }

    pub fn shift(
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
        // Beyond the width, devices differ.
        let by = by.as_number().filter(|by| (0..ty.bits.into()).contains(by));
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
