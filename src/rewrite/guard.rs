//! Indexing, and the guards that give "out of bounds" its one meaning.

use naga::Handle;
use naga::{BinaryOperator, Expression, ScalarKind, Span, Statement, Type, TypeInner};

use super::bounds::{Bounds, Length};
use super::builder::Value;
use super::function::Rewriter;
use super::{Broken, broken};

/// What must hold for an access to take place.
#[derive(Clone)]
pub(super) struct Guard {
    /// Boolean: every index on the way is in bounds.
    pub ok: Value,
    /// In a checked launch: the access is inside the binding and outside its window.
    outside: Option<Outside>,
}

#[derive(Clone)]
struct Outside {
    condition: Value,
    binding: u32,
    index: Value,
}

/// An index as naga has it: dynamic, or written in the source.
#[derive(Clone, Copy)]
pub(super) enum Index {
    Dynamic(Value),
    Constant(u32),
}

impl Rewriter<'_> {
    /// `base[index]`, pointer or value, with its guard.
    pub(super) fn index(
        &mut self,
        old: Value,
        old_base: Value,
        index: Index,
        span: Span,
    ) -> Result<Value, Broken> {
        let base = self.get(old_base)?;
        let inherited = self.guards.get(&base).cloned();
        let Some(length) = self.length(old_base) else {
            // A struct member: nothing to test.
            let Index::Constant(index) = index else {
                return Err(broken("a dynamic index into something without a length"));
            };
            let result = self.b.push(Expression::AccessIndex { base, index }, span);
            if let Some(guard) = inherited {
                self.guards.insert(result, guard);
            }
            return Ok(result);
        };
        if self.shared.proven.in_bounds.contains(&(self.id, old)) {
            return self.unguarded(old, base, index, &length, inherited, span);
        }
        let (index, guard) = match (index, length) {
            // naga has tested this one against the type.
            (Index::Constant(index), Length::Known(_)) => {
                let result = self.b.push(Expression::AccessIndex { base, index }, span);
                if let Some(guard) = inherited {
                    self.guards.insert(result, guard);
                }
                return Ok(result);
            }
            (Index::Dynamic(index), Length::Known(len)) => {
                let len = self.b.u32(len);
                let (index, fits) = self.as_u32(index)?;
                let ok = self.b.binary(BinaryOperator::Less, index, len);
                let ok = self.and(fits, ok);
                (index, Guard { ok, outside: None })
            }
            (index, Length::Binding(bounds)) => self.window(index, bounds)?,
        };
        let zero = self.b.u32(0);
        let safe = self.b.select(guard.ok, index, zero);
        let ok = self.and(inherited.as_ref().map(|g| g.ok), guard.ok);
        let outside = inherited.and_then(|g| g.outside).or(guard.outside);
        let result = self.b.push(Expression::Access { base, index: safe }, span);
        if self.is_pointer(old) {
            self.guards.insert(result, Guard { ok, outside });
            return Ok(result);
        }
        self.value_or_zero(old, ok, result)
    }

    /// An access that is proven to be in bounds, and so in its window.
    fn unguarded(
        &mut self,
        old: Value,
        base: Value,
        index: Index,
        length: &Length,
        inherited: Option<Guard>,
        span: Span,
    ) -> Result<Value, Broken> {
        let shift = match length {
            Length::Binding(bounds) => bounds.base,
            Length::Known(_) => None,
        };
        let expression = match (index, shift) {
            (Index::Constant(index), None) => Expression::AccessIndex { base, index },
            (index, shift) => {
                let index = match index {
                    Index::Constant(index) => self.b.u32(index),
                    Index::Dynamic(old) if shift.is_some() || !self.is_32_bits(old) => {
                        self.as_u32(old)?.0
                    }
                    Index::Dynamic(old) => self.get(old)?,
                };
                let index = match shift {
                    Some(shift) => self.b.binary(BinaryOperator::Subtract, index, shift),
                    None => index,
                };
                Expression::Access { base, index }
            }
        };
        let result = self.b.push(expression, span);
        match inherited {
            Some(guard) if self.is_pointer(old) => {
                self.guards.insert(result, guard);
                Ok(result)
            }
            Some(guard) => self.value_or_zero(old, guard.ok, result),
            None => Ok(result),
        }
    }

    /// The index inside the window, and whether it is in there.
    fn window(&mut self, index: Index, bounds: Bounds) -> Result<(Value, Guard), Broken> {
        let (index, fits) = match index {
            Index::Constant(index) => (self.b.u32(index), None),
            Index::Dynamic(index) => self.as_u32(index)?,
        };
        // An index below the base wraps around to one beyond the window: windows lie inside
        // bindings of fewer than 2^32 elements.
        let local = match bounds.base {
            Some(base) => self.b.binary(BinaryOperator::Subtract, index, base),
            None => index,
        };
        let inside = self.b.binary(BinaryOperator::Less, local, bounds.len);
        let ok = self.and(fits, inside);
        let outside = bounds.checked.map(|binding| {
            let exists = self.b.binary(BinaryOperator::Less, index, bounds.whole);
            let exists = self.and(fits, exists);
            let not_held = self.b.not(inside);
            Outside {
                condition: self.and(Some(exists), not_held),
                binding,
                index,
            }
        });
        Ok((local, Guard { ok, outside }))
    }

    /// An index as `u32`, where a negative one is out of every bound; and for 64-bit indices
    /// whether it fits at all.
    fn as_u32(&mut self, old_index: Value) -> Result<(Value, Option<Value>), Broken> {
        let index = self.get(old_index)?;
        let (kind, width) = match self.info[old_index].ty.inner_with(self.types) {
            TypeInner::Scalar(scalar) => (scalar.kind, scalar.width),
            _ => return Err(broken("an index that is no scalar")),
        };
        Ok(match (kind, width) {
            (ScalarKind::Uint, 4) => (index, None),
            (ScalarKind::Sint, 4) => (self.b.convert(index, ScalarKind::Uint, 4), None),
            (ScalarKind::Uint, 2) => (self.b.convert(index, ScalarKind::Uint, 4), None),
            (ScalarKind::Sint, 2) => {
                let wide = self.b.convert(index, ScalarKind::Sint, 4);
                (self.b.convert(wide, ScalarKind::Uint, 4), None)
            }
            (_, 8) => {
                let narrow = self.b.convert(index, ScalarKind::Uint, 4);
                let back = self.b.convert(narrow, ScalarKind::Uint, 8);
                let unsigned = self.b.convert(index, ScalarKind::Uint, 8);
                let fits = self.b.binary(BinaryOperator::Equal, back, unsigned);
                (narrow, Some(fits))
            }
            _ => return Err(broken("an index of an unknown width")),
        })
    }

    fn is_32_bits(&self, old: Value) -> bool {
        let inner = self.info[old].ty.inner_with(self.types);
        inner.scalar().is_some_and(|scalar| scalar.width == 4)
    }

    fn and(&mut self, left: Option<Value>, right: Value) -> Value {
        match left {
            Some(left) => self.b.binary(BinaryOperator::LogicalAnd, left, right),
            None => right,
        }
    }

    /// A load, which gives zero where the guard fails.
    pub(super) fn guarded_load(
        &mut self,
        old: Value,
        pointer: Value,
        span: Span,
    ) -> Result<Value, Broken> {
        let Some(guard) = self.guards.get(&pointer).cloned() else {
            return Ok(self.b.load(pointer, span));
        };
        self.report(&guard, span);
        if self.is_selectable(old) {
            let value = self.b.load(pointer, span);
            return self.value_or_zero(old, guard.ok, value);
        }
        let ty = self.type_handle(old)?;
        let local = self.zeroed_local(ty);
        self.b.only_if(guard.ok, span, |b| {
            let value = b.load(pointer, span);
            b.store(local, value, span);
        });
        Ok(self.b.load(local, span))
    }

    pub(super) fn guarded_store(&mut self, pointer: Value, value: Value, span: Span) {
        let Some(guard) = self.guards.get(&pointer).cloned() else {
            self.b.store(pointer, value, span);
            return;
        };
        self.report(&guard, span);
        self.b
            .only_if(guard.ok, span, |b| b.store(pointer, value, span));
    }

    /// `value` where the condition holds, else zero of the type of the old expression.
    pub(super) fn value_or_zero(
        &mut self,
        old: Value,
        ok: Value,
        value: Value,
    ) -> Result<Value, Broken> {
        let ty = self.type_handle(old)?;
        if self.is_selectable(old) {
            let zero = self.b.zero(ty);
            return Ok(self.b.select(ok, value, zero));
        }
        let local = self.zeroed_local(ty);
        self.b.only_if(ok, Span::UNDEFINED, |b| {
            b.store(local, value, Span::UNDEFINED);
        });
        Ok(self.b.load(local, Span::UNDEFINED))
    }

    /// A pointer to a new variable that is set to zero here, not only when the function begins.
    pub(super) fn zeroed_local(&mut self, ty: Handle<Type>) -> Value {
        let local = self.b.local(ty);
        let zero = self.b.zero(ty);
        self.b.store(local, zero, Span::UNDEFINED);
        local
    }

    /// In a checked launch: writes the access down if it is outside its window.
    pub(super) fn report(&mut self, guard: &Guard, span: Span) {
        let (Some(outside), Some(report)) = (&guard.outside, self.shared.report) else {
            return;
        };
        let binding = self.b.u32(outside.binding);
        let index = outside.index;
        self.b.only_if(outside.condition, span, |b| {
            b.statement(
                Statement::Call {
                    function: report,
                    arguments: vec![binding, index],
                    result: None,
                },
                span,
            );
        });
    }

    pub(super) fn is_pointer(&self, old: Value) -> bool {
        matches!(
            self.info[old].ty.inner_with(self.types),
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }
        )
    }

    fn is_selectable(&self, old: Value) -> bool {
        matches!(
            self.info[old].ty.inner_with(self.types),
            TypeInner::Scalar(_) | TypeInner::Vector { .. }
        )
    }

    /// The type of an old expression as a handle, which naga does not always have one for.
    pub(super) fn type_handle(&mut self, old: Value) -> Result<Handle<Type>, Broken> {
        if let Some(handle) = self.info[old].ty.handle() {
            return Ok(handle);
        }
        let inner = self.info[old].ty.inner_with(self.types).clone();
        Ok(self
            .types
            .insert(Type { name: None, inner }, Span::UNDEFINED))
    }
}
