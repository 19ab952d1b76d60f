//! Atomics and calls: what can't simply stand behind a guard, since it has a result or takes a
//! pointer along.

use naga::{
    AddressSpace, AtomicFunction, Expression, Function, Handle, Span, Statement, Type, TypeInner,
};

use super::builder::Value;
use super::function::Rewriter;
use super::operands::visit_operands;
use super::{Broken, broken};

impl Rewriter<'_> {
    pub(super) fn atomic(
        &mut self,
        pointer: Value,
        fun: AtomicFunction,
        value: Value,
        result: Option<Value>,
        span: Span,
    ) -> Result<(), Broken> {
        let pointer = self.get(pointer)?;
        let value = self.get(value)?;
        let fun = match fun {
            AtomicFunction::Exchange {
                compare: Some(compare),
            } => AtomicFunction::Exchange {
                compare: Some(self.get(compare)?),
            },
            other => other,
        };
        let Some(guard) = self.guards.get(&pointer).cloned() else {
            let result = result.map(|result| self.result(result));
            self.b.statement(
                Statement::Atomic {
                    pointer,
                    fun,
                    value,
                    result,
                },
                span,
            );
            return Ok(());
        };
        self.report(&guard, span);
        // A result that someone reads is carried out of the `if` in a variable, zero before.
        let carried = match result {
            Some(result) if self.is_referenced(result) => {
                let ty = self.type_handle(result)?;
                Some((result, self.zeroed_local(ty)))
            }
            _ => None,
        };
        let expression = result.map(|result| self.old.expressions[result].clone());
        self.b.only_if(guard.ok, span, |b| {
            let result = expression.map(|expression| b.push_result(expression, span));
            b.statement(
                Statement::Atomic {
                    pointer,
                    fun,
                    value,
                    result,
                },
                span,
            );
            if let (Some((_, local)), Some(result)) = (carried, result) {
                b.store(local, result, span);
            }
        });
        if let Some((result, local)) = carried {
            let value = self.b.load(local, span);
            self.map.insert(result, value);
        }
        Ok(())
    }

    fn is_referenced(&self, handle: Value) -> bool {
        let mut found = false;
        visit_operands(self.old, &mut |operand| found |= operand == handle);
        found
    }

    pub(super) fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Value],
        result: Option<Value>,
        span: Span,
    ) -> Result<(), Broken> {
        let function = *self
            .shared
            .functions
            .get(&function)
            .ok_or(broken("a call of a function that comes later"))?;
        // A pointer to an element, which may not exist, can't be passed on (and naga's SPIR-V writer
        // does not know how). Its value goes into a variable, and back if the element exists: nobody
        // else can see the difference, since such pointers lead to memory of this invocation alone,
        // and must not alias.
        let mut new_arguments = Vec::with_capacity(arguments.len());
        let mut write_back = Vec::new();
        for old in arguments {
            let argument = self.get(*old)?;
            let is_element = matches!(
                self.old.expressions[*old],
                Expression::Access { .. } | Expression::AccessIndex { .. }
            );
            if !is_element || !self.is_pointer(*old) {
                new_arguments.push(argument);
                continue;
            }
            let ty = self.pointee(*old).ok_or(Broken {
                why: "a pointer to a part of a private variable is passed to a function: copy it to a `var` of the function first",
                span,
            })?;
            let local = self.zeroed_local(ty);
            match self.guards.get(&argument).cloned() {
                Some(guard) => self.b.only_if(guard.ok, span, |b| {
                    let value = b.load(argument, span);
                    b.store(local, value, span);
                }),
                None => {
                    let value = self.b.load(argument, span);
                    self.b.store(local, value, span);
                }
            }
            write_back.push((local, argument));
            new_arguments.push(local);
        }
        let result = result.map(|old| {
            let span = self.old.expressions.get_span(old);
            let new = self.b.push_result(Expression::CallResult(function), span);
            self.map.insert(old, new);
            new
        });
        self.b.statement(
            Statement::Call {
                function,
                arguments: new_arguments,
                result,
            },
            span,
        );
        for (local, pointer) in write_back {
            let value = self.b.load(local, span);
            self.guarded_store(pointer, value, span);
        }
        Ok(())
    }

    /// What a pointer into function memory leads to.
    fn pointee(&mut self, old: Value) -> Option<Handle<Type>> {
        let inner = match self.info[old].ty.inner_with(self.types) {
            TypeInner::Pointer {
                base,
                space: AddressSpace::Function,
            } => return Some(*base),
            TypeInner::ValuePointer {
                size,
                scalar,
                space: AddressSpace::Function,
            } => match size {
                Some(size) => TypeInner::Vector {
                    size: *size,
                    scalar: *scalar,
                },
                None => TypeInner::Scalar(*scalar),
            },
            _ => return None,
        };
        Some(
            self.types
                .insert(Type { name: None, inner }, Span::UNDEFINED),
        )
    }
}
