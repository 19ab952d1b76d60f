//! Built-in functions, `select`, and conversions.

use std::rc::Rc;

use naga::{BinaryOperator, MathFunction, ScalarKind, Span};

use super::arithmetic::Int;
use super::linear::Linear;
use super::symbols::Why;
use super::value::{Condition, Value};
use super::walk::Walker;

/// Integers up to here are exact in an f32.
pub(super) const F32_EXACT: i128 = 1 << 24;

impl Walker<'_> {
    /// The integer that a float is known to be.
    pub fn float(&mut self, value: &Value) -> Option<Linear> {
        match value {
            Value::Float(form) => Some(form.clone()),
            Value::FloatAt { binding, offset } => {
                let number = f32::from_le_bytes(self.known.bytes_at(*binding, *offset)?);
                self.consult(*binding, *offset);
                // Infinities and NaN have no such fraction.
                let is_whole = number.fract() == 0.0 && number.abs() <= F32_EXACT as f32;
                is_whole.then(|| Linear::number(number as i128))
            }
            _ => None,
        }
    }

    /// The integers that two floats are known to be. A uniform is looked at only where it meets an id, as in
    /// `f32(id.y) * size.x`: most floats go into no index.
    pub fn exact_floats(&mut self, left: &Value, right: &Value) -> Option<(Linear, Linear)> {
        let moves = |value: &Value| matches!(value, Value::Float(form) if !form.terms.is_empty());
        let is_number = |value: &Value| matches!(value, Value::Float(_));
        if !(moves(left) || moves(right) || (is_number(left) && is_number(right))) {
            return None;
        }
        Some((self.float(left)?, self.float(right)?))
    }

    pub fn exact_float(&mut self, form: Linear) -> Value {
        let path = &self.state.path;
        let exact = self.symbols.at_most(&form, F32_EXACT, path)
            && self.symbols.at_least(&form, -F32_EXACT, path);
        if exact {
            Value::Float(form)
        } else {
            Value::Unknown
        }
    }

    pub fn select(
        &mut self,
        condition: &Condition,
        accept: &Value,
        reject: &Value,
        ty: Option<Int>,
        span: Span,
    ) -> Value {
        match condition.known {
            Some(true) => return accept.clone(),
            Some(false) => return reject.clone(),
            None if accept == reject => return accept.clone(),
            None => {}
        }
        if let (Value::Bool(a), Value::Bool(b)) = (accept, reject) {
            return Value::Bool(Rc::new(condition.choose(a, b)));
        }
        let Some(ty) = ty else {
            return Value::Unknown;
        };
        // Each side counts only where it is chosen.
        let path = self.state.path.clone();
        let mut sides = [None, None];
        let mut range = (i128::MAX, i128::MIN);
        let mut why = Why::Derived;
        let arms = [(accept, &condition.yes), (reject, &condition.no)];
        for ((value, facts), side) in arms.into_iter().zip(&mut sides) {
            let mut there = path.clone();
            there.extend(facts.iter().cloned());
            let (mut low, mut high) = ty.range();
            if let Value::Int(form) = value {
                *side = self.exact_at(form, ty, &there);
                if let Some(form) = side {
                    low = self.symbols.lower(form, &there).unwrap_or(low);
                    high = self.symbols.upper(form, &there).unwrap_or(high);
                }
                why = self.reason(form).unwrap_or(why);
            } else {
                why = Why::Computed(span);
            }
            range = (range.0.min(low), range.1.max(high));
        }
        let symbol = self.symbols.fresh(range.0, range.1, why);
        let [a, b] = sides;
        if let (Some(a), Some(b)) = (a, b) {
            self.between(symbol, &a, &b, Some(condition));
        }
        Value::Int(Linear::symbol(symbol))
    }

    pub fn dot(&mut self, values: &[Value], ty: Option<Int>, span: Span) -> Value {
        let (Some(ty), [Value::Composite(a), Value::Composite(b)]) = (ty, values) else {
            return Value::Unknown;
        };
        let mut sum = Value::number(0);
        for (a, b) in a.iter().zip(b.iter()) {
            let product = self.integer(BinaryOperator::Multiply, (a, b), ty, span);
            sum = self.integer(BinaryOperator::Add, (&sum, &product), ty, span);
        }
        sum
    }

    pub fn math(
        &mut self,
        fun: MathFunction,
        values: &[Value],
        ty: Option<Int>,
        span: Span,
    ) -> Value {
        use MathFunction as M;
        let Some(ty) = ty else {
            // Rounding leaves an integer as it is.
            return match (fun, values) {
                (M::Floor | M::Ceil | M::Round | M::Trunc, [value @ Value::Float(_)]) => {
                    value.clone()
                }
                _ => Value::Unknown,
            };
        };
        let forms: Vec<_> = values
            .iter()
            .map(|value| self.exact_or_fresh(value, ty, span))
            .collect();
        let why = forms
            .iter()
            .find_map(|form| self.reason(form))
            .unwrap_or(Why::Computed(span));
        let form = match (fun, forms.as_slice()) {
            (M::Min, [a, b]) => self.extreme(a, b, false),
            (M::Max, [a, b]) => self.extreme(a, b, true),
            // WGSL: min(max(value, low), high)
            (M::Clamp, [value, low, high]) => {
                let above = self.extreme(value, low, true);
                self.extreme(&above, high, false)
            }
            (M::Abs, [value]) => {
                if !self
                    .symbols
                    .at_least(value, ty.range().0 + 1, &self.state.path)
                {
                    return Value::Unknown;
                }
                let negative = value.scaled(-1).unwrap_or_default();
                let absolute = self.extreme(value, &negative, true);
                self.hold(Some(absolute.clone()));
                absolute
            }
            (M::Sign, [_]) => self.fresh_int(-1, 1, ty, why),
            (M::CountOneBits | M::CountLeadingZeros | M::CountTrailingZeros, [_]) => {
                self.fresh_int(0, ty.bits.into(), ty, why)
            }
            _ => self.fresh_int(i128::MIN, i128::MAX, ty, why),
        };
        Value::Int(form)
    }

    pub fn convert(
        &mut self,
        value: &Value,
        from: Option<Int>,
        to: naga::Scalar,
        is_conversion: bool,
        span: Span,
    ) -> Value {
        let to_int = Int::of(to);
        match (value, from, to_int) {
            // i32 and u32 of the same bits, or fewer bits: equal modulo 2^bits.
            (Value::Int(form), Some(from), Some(to)) if to.bits <= from.bits => {
                Value::Int(form.clone().wrap(to.bits))
            }
            (Value::Int(_), Some(from), Some(_)) => {
                let exact = self.exact_or_fresh(value, from, span);
                Value::Int(exact)
            }
            (Value::Int(_), Some(from), None) if is_conversion => {
                let exact = self.exact_or_fresh(value, from, span);
                match to.kind {
                    ScalarKind::Float if to.width == 4 => self.exact_float(exact),
                    ScalarKind::Bool => {
                        let zero = self.equals(&exact, &Linear::number(0));
                        Value::Bool(Rc::new(zero.not()))
                    }
                    _ => Value::Unknown,
                }
            }
            (Value::Bool(condition), None, Some(ty)) => self.select(
                condition,
                &Value::number(1),
                &Value::number(0),
                Some(ty),
                span,
            ),
            (Value::Bool(condition), None, None) if to.kind == ScalarKind::Bool => {
                Value::Bool(condition.clone())
            }
            (_, None, Some(ty)) if is_conversion => {
                let Some(form) = self.float(value) else {
                    return Value::Unknown;
                };
                let (low, high) = ty.range();
                // Out of range, the conversion saturates.
                let path = &self.state.path;
                let fits = self.symbols.at_least(&form, low, path)
                    && self.symbols.at_most(&form, high, path);
                if fits {
                    Value::Int(form)
                } else {
                    Value::Unknown
                }
            }
            (Value::Float(_) | Value::FloatAt { .. }, None, None)
                if is_conversion && to.kind == ScalarKind::Float && to.width == 4 =>
            {
                value.clone()
            }
            _ => Value::Unknown,
        }
    }
}
