//! The value of an expression.

use std::rc::Rc;

use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, Module, RelationalFunction,
    ScalarKind, Span, SwizzleComponent, Type, TypeInner, UnaryOperator,
};

use super::arithmetic::Int;
use super::linear::Linear;
use super::symbols::Why;
use super::value::{Condition, Value};
use super::walk::{Frame, Walker};

/// Integers up to here are exact in an f32.
const F32_EXACT: i128 = 1 << 24;

/// Arrays of at most so many elements are followed element by element.
const SMALL: u32 = 16;

impl<'a> Walker<'a> {
    /// The value of an expression that was computed, or that needs no computation.
    pub fn get(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>) -> Value {
        if let Some(Some(value)) = frame.values.get(handle.index()) {
            return value.clone();
        }
        let value = self.evaluate(frame, handle);
        if let Some(slot) = frame.values.get_mut(handle.index()) {
            *slot = Some(value.clone());
        }
        value
    }

    pub fn condition(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>) -> Rc<Condition> {
        match self.get(frame, handle) {
            Value::Bool(condition) => condition,
            _ => Rc::new(Condition::unknown()),
        }
    }

    pub fn int_type(&self, frame: &Frame<'a>, handle: Handle<Expression>) -> Option<Int> {
        let inner = frame.inner(&self.folded.module, handle);
        inner.scalar().and_then(Int::of)
    }

    /// A value of which only the type is known.
    pub fn of_type(&mut self, inner: &TypeInner, why: Why) -> Value {
        match inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => match Int::of(*scalar) {
                Some(ty) => Value::Int(self.fresh_int(i128::MIN, i128::MAX, ty, why)),
                None if scalar.kind == ScalarKind::Bool => {
                    Value::Bool(Rc::new(Condition::unknown()))
                }
                None => Value::Unknown,
            },
            TypeInner::Vector { size, scalar } if scalar.kind != ScalarKind::Float => {
                let scalar = TypeInner::Scalar(*scalar);
                let parts = (0..*size as u32).map(|_| self.of_type(&scalar, why));
                Value::composite(parts.collect())
            }
            _ => Value::Unknown,
        }
    }

    /// The zero of a type.
    pub fn zero(&mut self, ty: Handle<Type>, depth: u32) -> Value {
        let module = &self.folded.module;
        match &module.types[ty].inner {
            TypeInner::Scalar(scalar) => zero_scalar(scalar.kind),
            TypeInner::Vector { size, scalar } => {
                Value::composite(vec![zero_scalar(scalar.kind); *size as usize])
            }
            TypeInner::Struct { members, .. } if depth < 8 => {
                let parts = members.iter().map(|member| self.zero(member.ty, depth + 1));
                Value::composite(parts.collect())
            }
            TypeInner::Array {
                base,
                size: naga::ArraySize::Constant(len),
                ..
            } if len.get() <= SMALL && depth < 8 => {
                let element = self.zero(*base, depth + 1);
                Value::composite(vec![element; len.get() as usize])
            }
            _ => Value::Unknown,
        }
    }

    pub fn evaluate(&mut self, frame: &mut Frame<'a>, handle: Handle<Expression>) -> Value {
        use Expression as X;
        let module = &self.folded.module;
        let span = frame.span(handle);
        let inner = frame.inner(module, handle);
        let function = frame.function;
        match &function.expressions[handle] {
            X::Literal(literal) => literal_value(*literal),
            X::Constant(constant) => {
                self.constant(&module.global_expressions, module.constants[*constant].init)
            }
            X::ZeroValue(ty) => self.zero(*ty, 0),
            X::Compose { ty, components } => {
                let parts: Vec<_> = components.iter().map(|c| self.get(frame, *c)).collect();
                let of = |handle: &Handle<Expression>| frame.inner(module, *handle);
                compose(&module.types[*ty].inner, parts, components.iter().map(of))
            }
            X::Access { base, index } => {
                let index_value = self.get(frame, *index);
                self.access(frame, handle, *base, Some((*index, index_value)), 0)
            }
            X::AccessIndex { base, index } => self.access(frame, handle, *base, None, *index),
            X::Splat { size, value } => {
                let value = self.get(frame, *value);
                Value::composite(vec![value; *size as usize])
            }
            X::Swizzle {
                size,
                vector,
                pattern,
            } => {
                let vector = self.get(frame, *vector);
                let pattern: [SwizzleComponent; 4] = *pattern;
                let parts = pattern.iter().take(*size as usize);
                let parts: Vec<_> = parts.map(|component| vector.part(*component as u32)).collect();
                if parts.contains(&Value::Unknown) {
                    return self.of_type(inner, Why::Computed(span));
                }
                Value::composite(parts)
            }
            X::FunctionArgument(index) => {
                frame.arguments.get(*index as usize).cloned().unwrap_or(Value::Unknown)
            }
            X::GlobalVariable(global) => self.global(*global),
            X::LocalVariable(local) => self.local(frame.first_local + local.index()),
            X::Load { pointer } => self.load(frame, *pointer, inner, span),
            X::Unary { op, expr } => {
                let value = self.get(frame, *expr);
                let scalar = inner.scalar();
                let value = each(&[value], &mut |values| match (values, scalar.and_then(Int::of)) {
                    ([value], Some(ty)) => self.unary(*op, value, ty, span),
                    ([Value::Bool(condition)], None) => Value::Bool(Rc::new(condition.not())),
                    ([Value::Float(form)], None) => {
                        form.scaled(-1).map_or(Value::Unknown, Value::Float)
                    }
                    _ => Value::Unknown,
                });
                self.or_of_type(value, inner, span)
            }
            X::Binary { op, left, right } => {
                let operand = frame.inner(module, *left);
                let values = [self.get(frame, *left), self.get(frame, *right)];
                let scalar = operand.scalar();
                if matches!(operand, TypeInner::Matrix { .. })
                    || matches!(frame.inner(module, *right), TypeInner::Matrix { .. })
                {
                    return Value::Unknown;
                }
                let value = each(&values, &mut |values| match values {
                    [left, right] => self.binary(*op, left, right, scalar.and_then(Int::of), span),
                    _ => Value::Unknown,
                });
                self.or_of_type(value, inner, span)
            }
            X::Select {
                condition,
                accept,
                reject,
            } => {
                let values =
                    [*condition, *accept, *reject].map(|operand| self.get(frame, operand));
                let ty = inner.scalar().and_then(Int::of);
                let value = each(&values, &mut |values| match values {
                    [Value::Bool(condition), accept, reject] => {
                        self.select(condition, accept, reject, ty, span)
                    }
                    _ => Value::Unknown,
                });
                self.or_of_type(value, inner, span)
            }
            X::Relational { fun, argument } => {
                let argument = self.get(frame, *argument);
                relational(*fun, &argument)
            }
            X::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3: _,
            } => {
                let mut values = vec![self.get(frame, *arg)];
                for more in [arg1, arg2].into_iter().flatten() {
                    values.push(self.get(frame, *more));
                }
                let ty = frame.inner(module, *arg).scalar().and_then(Int::of);
                let value = match fun {
                    MathFunction::Dot => self.dot(&values, ty, span),
                    fun => each(&values, &mut |values| self.math(*fun, values, ty, span)),
                };
                self.or_of_type(value, inner, span)
            }
            X::As { expr, convert, .. } => {
                let value = self.get(frame, *expr);
                let from = frame.inner(module, *expr).scalar();
                let (from, to) = (from.and_then(Int::of), inner.scalar());
                let value = each(&[value], &mut |values| match (values, to) {
                    ([value], Some(to)) => self.convert(value, from, to, convert.is_some(), span),
                    _ => Value::Unknown,
                });
                self.or_of_type(value, inner, span)
            }
            X::ArrayLength(pointer) => self.array_length(frame, *pointer),
            // Results of statements, and what is refused when the kernel is loaded.
            X::Override(_)
            | X::CallResult(_)
            | X::AtomicResult { .. }
            | X::WorkGroupUniformLoadResult { .. }
            | X::SubgroupBallotResult
            | X::SubgroupOperationResult { .. }
            | X::Derivative { .. }
            | X::ImageSample { .. }
            | X::ImageLoad { .. }
            | X::ImageQuery { .. }
            | X::RayQueryVertexPositions { .. }
            | X::RayQueryProceedResult
            | X::RayQueryGetIntersection { .. }
            | X::CooperativeLoad { .. }
            | X::CooperativeMultiplyAdd { .. } => self.of_type(inner, Why::Computed(span)),
        }
    }

    /// The value, or one of which only the type is known.
    fn or_of_type(&mut self, value: Value, inner: &TypeInner, span: Span) -> Value {
        let is_composite = matches!(value, Value::Composite(_));
        let is_vector = matches!(inner, TypeInner::Vector { .. });
        if value == Value::Unknown || is_composite != is_vector {
            return self.of_type(inner, Why::Computed(span));
        }
        value
    }

    fn constant(&mut self, arena: &naga::Arena<Expression>, handle: Handle<Expression>) -> Value {
        let module = &self.folded.module;
        match &arena[handle] {
            Expression::Literal(literal) => literal_value(*literal),
            Expression::Constant(constant) => self.constant(arena, module.constants[*constant].init),
            Expression::ZeroValue(ty) => self.zero(*ty, 0),
            Expression::Splat { size, value } => {
                Value::composite(vec![self.constant(arena, *value); *size as usize])
            }
            // Vectors of vectors are written out by naga when it folds constants.
            Expression::Compose { components, .. } => {
                Value::composite(components.iter().map(|c| self.constant(arena, *c)).collect())
            }
            _ => Value::Unknown,
        }
    }

    fn unary(&mut self, op: UnaryOperator, value: &Value, ty: Int, span: Span) -> Value {
        let Value::Int(form) = value else {
            return Value::Int(self.fresh_int(i128::MIN, i128::MAX, ty, Why::Computed(span)));
        };
        let negated = form.scaled(-1).unwrap_or_default();
        Value::Int(match op {
            UnaryOperator::Negate => negated,
            UnaryOperator::BitwiseNot => negated.offset(-1),
            UnaryOperator::LogicalNot => return Value::Unknown,
        })
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        left: &Value,
        right: &Value,
        ty: Option<Int>,
        span: Span,
    ) -> Value {
        use BinaryOperator as Op;
        if let (Value::Bool(a), Value::Bool(b)) = (left, right) {
            return Value::Bool(Rc::new(match op {
                Op::LogicalAnd | Op::And => a.and(b),
                Op::LogicalOr | Op::InclusiveOr => a.or(b),
                _ => Condition::unknown(),
            }));
        }
        match (op, ty) {
            (
                Op::Equal
                | Op::NotEqual
                | Op::Less
                | Op::LessEqual
                | Op::Greater
                | Op::GreaterEqual,
                Some(ty),
            ) => Value::Bool(Rc::new(self.compare(op, (left, right), ty, span))),
            (_, Some(ty)) => self.integer(op, (left, right), ty, span),
            (op, None) => {
                let (Value::Float(a), Value::Float(b)) = (left, right) else {
                    return Value::Unknown;
                };
                let result = match op {
                    Op::Add => a.plus(b),
                    Op::Subtract => a.minus(b),
                    Op::Multiply => match (a.as_number(), b.as_number()) {
                        (_, Some(number)) => a.scaled(number),
                        (Some(number), _) => b.scaled(number),
                        _ => None,
                    },
                    _ => None,
                };
                result.map_or(Value::Unknown, |form| self.exact_float(form))
            }
        }
    }

    /// The integer that a float is known to be.
    fn float(&mut self, value: &Value) -> Option<Linear> {
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

    fn exact_float(&mut self, form: Linear) -> Value {
        let path = &self.state.path;
        let exact = self.symbols.at_most(&form, F32_EXACT, path)
            && self.symbols.at_least(&form, -F32_EXACT, path);
        if exact { Value::Float(form) } else { Value::Unknown }
    }

    fn select(
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

    fn dot(&mut self, values: &[Value], ty: Option<Int>, span: Span) -> Value {
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

    fn math(
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
        let forms: Vec<_> =
            values.iter().map(|value| self.exact_or_fresh(value, ty, span)).collect();
        let why = forms.iter().find_map(|form| self.reason(form)).unwrap_or(Why::Computed(span));
        let form = match (fun, forms.as_slice()) {
            (M::Min, [a, b]) => self.extreme(a, b, false),
            (M::Max, [a, b]) => self.extreme(a, b, true),
            // WGSL: min(max(value, low), high)
            (M::Clamp, [value, low, high]) => {
                let above = self.extreme(value, low, true);
                self.extreme(&above, high, false)
            }
            (M::Abs, [value]) => {
                if !self.symbols.at_least(value, ty.range().0 + 1, &self.state.path) {
                    return Value::Unknown;
                }
                let negative = value.scaled(-1).unwrap_or_default();
                self.extreme(value, &negative, true)
            }
            (M::Sign, [_]) => self.fresh_int(-1, 1, ty, why),
            (M::CountOneBits | M::CountLeadingZeros | M::CountTrailingZeros, [_]) => {
                self.fresh_int(0, ty.bits.into(), ty, why)
            }
            _ => self.fresh_int(i128::MIN, i128::MAX, ty, why),
        };
        Value::Int(form)
    }

    fn convert(
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
            (Value::Bool(condition), None, Some(ty)) => {
                self.select(condition, &Value::number(1), &Value::number(0), Some(ty), span)
            }
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
                if fits { Value::Int(form) } else { Value::Unknown }
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

/// Applies `f` to each component of vectors, or to scalars; a scalar goes with every component.
fn each(values: &[Value], f: &mut dyn FnMut(&[Value]) -> Value) -> Value {
    let len = values.iter().find_map(|value| match value {
        Value::Composite(parts) => Some(parts.len()),
        _ => None,
    });
    let Some(len) = len else {
        return f(values);
    };
    let parts = (0..u32::try_from(len).unwrap_or(0)).map(|index| {
        let parts: Vec<_> = values
            .iter()
            .map(|value| match value {
                Value::Composite(_) => value.part(index),
                scalar => scalar.clone(),
            })
            .collect();
        f(&parts)
    });
    Value::composite(parts.collect())
}

fn relational(fun: RelationalFunction, argument: &Value) -> Value {
    let all = |parts: &[Value], start: bool, op: fn(&Condition, &Condition) -> Condition| {
        let unknown = Rc::new(Condition::unknown());
        let parts = parts.iter().map(|part| match part {
            Value::Bool(condition) => condition,
            _ => &unknown,
        });
        Value::Bool(Rc::new(parts.fold(Condition::known(start), |a, b| op(&a, b))))
    };
    match (fun, argument) {
        (RelationalFunction::All, Value::Composite(parts)) => all(parts, true, Condition::and),
        (RelationalFunction::Any, Value::Composite(parts)) => all(parts, false, Condition::or),
        (RelationalFunction::All | RelationalFunction::Any, value @ Value::Bool(_)) => {
            value.clone()
        }
        _ => Value::Bool(Rc::new(Condition::unknown())),
    }
}

/// A vector is composed of scalars and vectors, everything else part by part.
fn compose<'t>(
    inner: &TypeInner,
    parts: Vec<Value>,
    types: impl Iterator<Item = &'t TypeInner>,
) -> Value {
    if !matches!(inner, TypeInner::Vector { .. }) {
        return Value::composite(parts);
    }
    let mut flat = Vec::new();
    for (part, ty) in parts.into_iter().zip(types) {
        match (part, ty) {
            (Value::Composite(parts), _) => flat.extend(parts.iter().cloned()),
            (_, TypeInner::Vector { size, .. }) => {
                flat.extend(std::iter::repeat_n(Value::Unknown, *size as usize));
            }
            (scalar, _) => flat.push(scalar),
        }
    }
    Value::composite(flat)
}

fn zero_scalar(kind: ScalarKind) -> Value {
    match kind {
        ScalarKind::Bool => Value::bool(false),
        ScalarKind::Float => Value::Float(Linear::number(0)),
        _ => Value::number(0),
    }
}

fn literal_value(literal: Literal) -> Value {
    match literal {
        Literal::U32(value) => Value::number(value.into()),
        Literal::I32(value) => Value::number(value.into()),
        Literal::U64(value) => Value::number(value.into()),
        Literal::I64(value) => Value::number(value.into()),
        Literal::U16(value) => Value::number(value.into()),
        Literal::I16(value) => Value::number(value.into()),
        Literal::Bool(value) => Value::bool(value),
        Literal::F32(value) if value.fract() == 0.0 && value.abs() <= F32_EXACT as f32 => {
            Value::Float(Linear::number(value as i128))
        }
        _ => Value::Unknown,
    }
}

/// The number of elements of an array type, where the type says it.
pub(super) fn fixed_len(module: &Module, inner: &TypeInner) -> Option<u32> {
    match inner {
        TypeInner::Array { size, .. } => match size.resolve(module.to_ctx()) {
            Ok(naga::proc::IndexableLength::Known(len)) => Some(len),
            _ => None,
        },
        TypeInner::Vector { size, .. } | TypeInner::ValuePointer { size: Some(size), .. } => {
            Some(*size as u32)
        }
        TypeInner::Matrix { columns, .. } => Some(*columns as u32),
        _ => None,
    }
}
