//! The value of an expression.

use std::rc::Rc;

use naga::{
    BinaryOperator, Expression, Handle, Literal, MathFunction, Module, ScalarKind, Span,
    SwizzleComponent, Type, TypeInner, UnaryOperator,
};

use super::arithmetic::Int;
use super::functions::F32_EXACT;
use super::linear::Linear;
use super::parts::{compose, each, relational};
use super::symbols::Why;
use super::value::{Condition, Value};
use super::walk::{Frame, Walker};

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

    pub fn condition(
        &mut self,
        frame: &mut Frame<'a>,
        handle: Handle<Expression>,
    ) -> Rc<Condition> {
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
                let parts: Vec<_> = parts
                    .map(|component| vector.part(*component as u32))
                    .collect();
                if parts.contains(&Value::Unknown) {
                    return self.of_type(inner, Why::Computed(span));
                }
                Value::composite(parts)
            }
            X::FunctionArgument(index) => frame
                .arguments
                .get(*index as usize)
                .cloned()
                .unwrap_or(Value::Unknown),
            X::GlobalVariable(global) => self.global(*global),
            X::LocalVariable(local) => self.local(frame.first_local + local.index()),
            X::Load { pointer } => self.load(frame, *pointer, inner, span),
            X::Unary { op, expr } => {
                let value = self.get(frame, *expr);
                let scalar = inner.scalar();
                let value = each(
                    &[value],
                    &mut |values| match (values, scalar.and_then(Int::of)) {
                        ([value], Some(ty)) => self.unary(*op, value, ty, span),
                        ([Value::Bool(condition)], None) => Value::Bool(Rc::new(condition.not())),
                        ([Value::Float(form)], None) => {
                            form.scaled(-1).map_or(Value::Unknown, Value::Float)
                        }
                        _ => Value::Unknown,
                    },
                );
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
                let values = [*condition, *accept, *reject].map(|operand| self.get(frame, operand));
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
            Expression::Constant(constant) => {
                self.constant(arena, module.constants[*constant].init)
            }
            Expression::ZeroValue(ty) => self.zero(*ty, 0),
            Expression::Splat { size, value } => {
                Value::composite(vec![self.constant(arena, *value); *size as usize])
            }
            // Vectors of vectors are written out by naga when it folds constants.
            Expression::Compose { components, .. } => Value::composite(
                components
                    .iter()
                    .map(|c| self.constant(arena, *c))
                    .collect(),
            ),
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
                let Some((a, b)) = self.exact_floats(left, right) else {
                    return Value::Unknown;
                };
                let result = match op {
                    Op::Equal
                    | Op::NotEqual
                    | Op::Less
                    | Op::LessEqual
                    | Op::Greater
                    | Op::GreaterEqual => {
                        return Value::Bool(Rc::new(self.compare_exact(op, &a, &b)));
                    }
                    Op::Add => a.plus(&b),
                    Op::Subtract => a.minus(&b),
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
        TypeInner::Vector { size, .. }
        | TypeInner::ValuePointer {
            size: Some(size), ..
        } => Some(*size as u32),
        TypeInner::Matrix { columns, .. } => Some(*columns as u32),
        _ => None,
    }
}
