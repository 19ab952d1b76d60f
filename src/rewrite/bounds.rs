//! How many elements there are of what is indexed, and which part of them is held.

use naga::{Expression, GlobalVariable, Handle, Span, Type, TypeInner};

use super::Broken;
use super::builder::Value;
use super::function::Rewriter;
use super::grid::field;

/// What a function knows of an array binding: loaded once, at its start.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// First element held; `None` where the whole binding is.
    pub base: Option<Value>,
    /// Number of elements held.
    pub len: Value,
    /// Number of elements of the whole binding.
    pub whole: Value,
    /// The binding's number in the log, if its window is checked.
    pub checked: Option<u32>,
}

/// How many elements something indexed has.
pub(super) enum Length {
    Known(u32),
    Binding(Bounds),
}

impl Rewriter<'_> {
    /// Loads base and lengths of the array bindings that this function uses.
    pub(super) fn load_bounds(&mut self) -> Result<(), Broken> {
        let mut globals: Vec<Handle<GlobalVariable>> = Vec::new();
        for (_, expression) in self.old.expressions.iter() {
            if let Expression::GlobalVariable(global) = expression
                && self.shared.arrays.contains_key(global)
                && !globals.contains(global)
            {
                globals.push(*global);
            }
        }
        for global in globals {
            if let Some(bounds) = self.bounds_of(global) {
                self.bounds.insert(global, bounds);
            }
        }
        Ok(())
    }

    fn bounds_of(&mut self, global: Handle<GlobalVariable>) -> Option<Bounds> {
        let array = self.shared.arrays.get(&global)?;
        let span = Span::UNDEFINED;
        if let Some(grid_data) = self.shared.grid_data {
            let grid = self.b.push(Expression::GlobalVariable(grid_data), span);
            let windows = self.b.member(grid, field::WINDOWS);
            let window = self.b.member(windows, array.index);
            let window = self.b.load(window, span);
            let base = self.b.member(window, 0);
            let len = self.b.member(window, 1);
            let whole = self.b.member(window, 2);
            return Some(Bounds {
                base: array.windowed.then_some(base),
                len,
                whole,
                checked: (array.windowed && self.shared.checked).then_some(array.index),
            });
        }
        // Without the virtual grid a fixed-size array keeps its length in its type.
        let is_fixed = array.tail.is_none() && self.fixed_len_of(global).is_some();
        if is_fixed {
            return None;
        }
        let mut pointer = self.b.push(Expression::GlobalVariable(global), span);
        if let Some(tail) = array.tail {
            pointer = self.b.member(pointer, tail);
        }
        let len = self.b.push(Expression::ArrayLength(pointer), span);
        Some(Bounds {
            base: None,
            len,
            whole: len,
            checked: None,
        })
    }

    fn fixed_len_of(&self, global: Handle<GlobalVariable>) -> Option<u32> {
        let (handle, _) = self
            .old
            .expressions
            .iter()
            .find(|(_, e)| matches!(e, Expression::GlobalVariable(g) if *g == global))?;
        match self.info[handle].ty.inner_with(self.types) {
            TypeInner::Pointer { base, .. } => self.shared.lengths.get(base).copied(),
            _ => None,
        }
    }

    pub(super) fn length(&self, old_base: Value) -> Option<Length> {
        let global = match self.old.expressions[old_base] {
            Expression::GlobalVariable(global) => Some(global),
            Expression::AccessIndex { base, index } => match self.old.expressions[base] {
                Expression::GlobalVariable(global)
                    if self
                        .shared
                        .arrays
                        .get(&global)
                        .is_some_and(|a| a.tail == Some(index)) =>
                {
                    Some(global)
                }
                _ => None,
            },
            _ => None,
        };
        let vector = |size: naga::VectorSize| Some(Length::Known(size as u32));
        let of = |inner: &TypeInner, handle: Option<Handle<Type>>| match inner {
            TypeInner::Vector { size, .. } => vector(*size),
            TypeInner::Matrix { columns, .. } => vector(*columns),
            TypeInner::Array { .. } => {
                if let Some(global) = global
                    && let Some(bounds) = self.bounds.get(&global)
                {
                    return Some(Length::Binding(*bounds));
                }
                let len = handle.and_then(|handle| self.shared.lengths.get(&handle));
                len.copied().map(Length::Known)
            }
            _ => None,
        };
        let resolution = &self.info[old_base].ty;
        match resolution.inner_with(self.types) {
            TypeInner::Pointer { base, .. } => of(&self.types[*base].inner, Some(*base)),
            TypeInner::ValuePointer {
                size: Some(size), ..
            } => vector(*size),
            inner => of(inner, resolution.handle()),
        }
    }

    /// The whole length of the array that a pointer leads to.
    pub(super) fn array_length(&mut self, old_pointer: Value, span: Span) -> Result<Value, Broken> {
        if let Some(Length::Binding(bounds)) = self.length(old_pointer) {
            return Ok(bounds.whole);
        }
        let pointer = self.get(old_pointer)?;
        Ok(self.b.push(Expression::ArrayLength(pointer), span))
    }
}
