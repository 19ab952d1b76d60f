//! One function, built anew statement by statement.

use std::collections::HashMap;

use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, AtomicFunction, Binding, Block, BuiltIn, Expression, Function, FunctionArgument,
    GlobalVariable, Handle, Span, Statement, SwitchCase, Type, TypeInner, UniqueArena,
};

use super::builder::{Builder, Value};
use super::grid::field;
use super::guard::{Bounds, Guard, Index};
use super::operands::{map_gather, map_operands, visit_operands};
use super::{Broken, Shared};

pub(super) struct Rewriter<'a> {
    pub shared: &'a Shared,
    pub types: &'a mut UniqueArena<Type>,
    pub old: &'a Function,
    pub info: &'a FunctionInfo,
    pub b: Builder,
    /// New handles of old expressions.
    map: HashMap<Value, Value>,
    /// Guards of new pointers.
    pub guards: HashMap<Value, Guard>,
    pub bounds: HashMap<Handle<GlobalVariable>, Bounds>,
}

pub(super) fn rewrite_function(
    shared: &Shared,
    types: &mut UniqueArena<Type>,
    old: &Function,
    info: &FunctionInfo,
    is_entry: bool,
) -> Result<Function, Broken> {
    let mut b = Builder::default();
    b.function.name.clone_from(&old.name);
    b.function.arguments.clone_from(&old.arguments);
    b.function.result.clone_from(&old.result);
    b.function.diagnostic_filter_leaf = old.diagnostic_filter_leaf;
    let mut rewriter = Rewriter {
        shared,
        types,
        old,
        info,
        b,
        map: HashMap::new(),
        guards: HashMap::new(),
        bounds: HashMap::new(),
    };
    rewriter.local_variables()?;
    if is_entry {
        rewriter.entry_arguments()?;
    }
    rewriter.load_bounds()?;
    rewriter.block(&old.body)?;
    let mut function = rewriter.b.finish();
    for (handle, name) in &old.named_expressions {
        if let Some(new) = rewriter.map.get(handle) {
            function.named_expressions.insert(*new, name.clone());
        }
    }
    Ok(function)
}

impl Rewriter<'_> {
    /// The new handle of an old expression.
    pub(super) fn get(&mut self, old: Value) -> Result<Value, Broken> {
        if let Some(new) = self.map.get(&old) {
            return Ok(*new);
        }
        let expression = &self.old.expressions[old];
        if !expression.needs_pre_emit() {
            return Err(Broken("an expression is used before it is computed"));
        }
        let new = self
            .b
            .push(expression.clone(), self.old.expressions.get_span(old));
        self.map.insert(old, new);
        Ok(new)
    }

    /// Local variables keep their handles: they are the first ones of the new function.
    fn local_variables(&mut self) -> Result<(), Broken> {
        for (handle, variable) in self.old.local_variables.iter() {
            let mut variable = variable.clone();
            variable.init = variable.init.map(|init| self.constant(init)).transpose()?;
            self.b
                .function
                .local_variables
                .append(variable, self.old.local_variables.get_span(handle));
        }
        Ok(())
    }

    /// A copy of a constant expression, outside of every `Emit`.
    fn constant(&mut self, old: Value) -> Result<Value, Broken> {
        let expression =
            map_operands(&self.old.expressions[old], |operand| self.constant(operand))?;
        let span = self.old.expressions.get_span(old);
        Ok(self.b.push_result(expression, span))
    }

    /// Shifts the ids of the entry point by the chunk's base.
    fn entry_arguments(&mut self) -> Result<(), Broken> {
        let mut invocation = None;
        for index in 0..self.old.arguments.len() {
            let Some(argument) = self.old.arguments.get(index) else {
                break;
            };
            let number = u32::try_from(index).map_err(|_| Broken("too many arguments"))?;
            let value = self
                .b
                .push(Expression::FunctionArgument(number), Span::UNDEFINED);
            let shifted = match (&argument.binding, &self.types[argument.ty].inner) {
                (Some(Binding::BuiltIn(builtin)), _) => {
                    let shifted = self.shift(*builtin, value);
                    if *builtin == BuiltIn::GlobalInvocationId {
                        invocation = Some(shifted);
                    }
                    shifted
                }
                (None, TypeInner::Struct { members, .. }) => {
                    let builtins: Vec<_> = members.iter().map(|m| m.binding.clone()).collect();
                    let mut components = Vec::with_capacity(builtins.len());
                    for (member, binding) in (0..).zip(builtins) {
                        let mut component = self.b.member(value, member);
                        if let Some(Binding::BuiltIn(builtin)) = binding {
                            component = self.shift(builtin, component);
                            if builtin == BuiltIn::GlobalInvocationId {
                                invocation = Some(component);
                            }
                        }
                        components.push(component);
                    }
                    self.b.push(
                        Expression::Compose {
                            ty: argument.ty,
                            components,
                        },
                        Span::UNDEFINED,
                    )
                }
                _ => value,
            };
            for (handle, expression) in self.old.expressions.iter() {
                if matches!(expression, Expression::FunctionArgument(n) if *n == number) {
                    self.map.insert(handle, shifted);
                }
            }
        }
        if let Some(variable) = self.shared.invocation {
            let value = match invocation {
                Some(value) => value,
                None => self.add_invocation_id(),
            };
            let pointer = self
                .b
                .push(Expression::GlobalVariable(variable), Span::UNDEFINED);
            self.b.store(pointer, value, Span::UNDEFINED);
        }
        Ok(())
    }

    fn shift(&mut self, builtin: BuiltIn, value: Value) -> Value {
        let field = match builtin {
            BuiltIn::WorkGroupId => field::WORKGROUP_BASE,
            BuiltIn::GlobalInvocationId => field::INVOCATION_BASE,
            BuiltIn::NumWorkGroups => field::NUM_WORKGROUPS,
            _ => return value,
        };
        let Some(grid_data) = self.shared.grid_data else {
            return value;
        };
        let grid = self
            .b
            .push(Expression::GlobalVariable(grid_data), Span::UNDEFINED);
        let pointer = self.b.member(grid, field);
        let data = self.b.load(pointer, Span::UNDEFINED);
        if builtin == BuiltIn::NumWorkGroups {
            return data;
        }
        self.b.binary(naga::BinaryOperator::Add, value, data)
    }

    /// Adds the builtin to an entry point that does without, for the log of a checked launch.
    fn add_invocation_id(&mut self) -> Value {
        let number = self.b.function.arguments.len();
        self.b.function.arguments.push(FunctionArgument {
            name: None,
            ty: self.shared.types.uvec3,
            binding: Some(Binding::BuiltIn(BuiltIn::GlobalInvocationId)),
        });
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let value = self
            .b
            .push(Expression::FunctionArgument(number), Span::UNDEFINED);
        self.shift(BuiltIn::GlobalInvocationId, value)
    }

    fn nested(&mut self, block: &Block) -> Result<Block, Broken> {
        self.b.open();
        self.block(block)?;
        Ok(self.b.close())
    }

    fn block(&mut self, block: &Block) -> Result<(), Broken> {
        for (statement, span) in block.span_iter() {
            self.statement(statement, *span)?;
        }
        Ok(())
    }

    fn emit(&mut self, old: Value) -> Result<(), Broken> {
        let span = self.old.expressions.get_span(old);
        let new = match self.old.expressions[old] {
            Expression::Access { base, index } => {
                self.index(old, base, Index::Dynamic(index), span)?
            }
            Expression::AccessIndex { base, index } => {
                self.index(old, base, Index::Constant(index), span)?
            }
            Expression::Load { pointer } => {
                let pointer = self.get(pointer)?;
                self.guarded_load(old, pointer, span)?
            }
            Expression::ArrayLength(pointer) => self.array_length(pointer, span)?,
            ref other => {
                let expression = map_operands(other, |operand| self.get(operand))?;
                self.b.push(expression, span)
            }
        };
        self.map.insert(old, new);
        Ok(())
    }

    /// Brings the result of a statement into being under its new handle.
    fn result(&mut self, old: Value) -> Value {
        let span = self.old.expressions.get_span(old);
        let new = self.b.push_result(self.old.expressions[old].clone(), span);
        self.map.insert(old, new);
        new
    }

    fn statement(&mut self, statement: &Statement, span: Span) -> Result<(), Broken> {
        use Statement as S;
        match statement {
            S::Emit(range) => {
                for old in range.clone() {
                    self.emit(old)?;
                }
            }
            S::Block(block) => {
                let block = self.nested(block)?;
                self.b.statement(S::Block(block), span);
            }
            S::If {
                condition,
                accept,
                reject,
            } => {
                let condition = self.get(*condition)?;
                let accept = self.nested(accept)?;
                let reject = self.nested(reject)?;
                self.b.statement(
                    S::If {
                        condition,
                        accept,
                        reject,
                    },
                    span,
                );
            }
            S::Switch { selector, cases } => {
                let selector = self.get(*selector)?;
                let cases = cases
                    .iter()
                    .map(|case| {
                        Ok(SwitchCase {
                            value: case.value,
                            body: self.nested(&case.body)?,
                            fall_through: case.fall_through,
                        })
                    })
                    .collect::<Result<_, Broken>>()?;
                self.b.statement(S::Switch { selector, cases }, span);
            }
            S::Loop {
                body,
                continuing,
                break_if,
            } => {
                let body = self.nested(body)?;
                self.b.open();
                self.block(continuing)?;
                // Looked up before the block ends: a literal condition is brought in here.
                let break_if = break_if.map(|condition| self.get(condition)).transpose()?;
                let continuing = self.b.close();
                self.b.statement(
                    S::Loop {
                        body,
                        continuing,
                        break_if,
                    },
                    span,
                );
            }
            S::Return { value } => {
                let value = value.map(|value| self.get(value)).transpose()?;
                self.b.statement(S::Return { value }, span);
            }
            S::Break | S::Continue | S::Kill | S::ControlBarrier(_) | S::MemoryBarrier(_) => {
                self.b.statement(statement.clone(), span)
            }
            S::Store { pointer, value } => {
                let pointer = self.get(*pointer)?;
                let value = self.get(*value)?;
                self.guarded_store(pointer, value, span);
            }
            S::Atomic {
                pointer,
                fun,
                value,
                result,
            } => self.atomic(*pointer, *fun, *value, *result, span)?,
            S::WorkGroupUniformLoad { pointer, result } => {
                let pointer = self.get(*pointer)?;
                let new = self.result(*result);
                self.b.statement(
                    S::WorkGroupUniformLoad {
                        pointer,
                        result: new,
                    },
                    span,
                );
                // The load is a barrier, so it can't stand under the guard: its value does.
                if let Some(guard) = self.guards.get(&pointer).cloned() {
                    let value = self.value_or_zero(*result, guard.ok, new)?;
                    self.map.insert(*result, value);
                }
            }
            S::Call {
                function,
                arguments,
                result,
            } => self.call(*function, arguments, *result, span)?,
            S::SubgroupBallot { result, predicate } => {
                let predicate = predicate.map(|p| self.get(p)).transpose()?;
                let result = self.result(*result);
                self.b
                    .statement(S::SubgroupBallot { result, predicate }, span);
            }
            S::SubgroupGather {
                mode,
                argument,
                result,
            } => {
                let mode = map_gather(*mode, |operand| self.get(operand))?;
                let argument = self.get(*argument)?;
                let result = self.result(*result);
                self.b.statement(
                    S::SubgroupGather {
                        mode,
                        argument,
                        result,
                    },
                    span,
                );
            }
            S::SubgroupCollectiveOperation {
                op,
                collective_op,
                argument,
                result,
            } => {
                let argument = self.get(*argument)?;
                let result = self.result(*result);
                self.b.statement(
                    S::SubgroupCollectiveOperation {
                        op: *op,
                        collective_op: *collective_op,
                        argument,
                        result,
                    },
                    span,
                );
            }
            S::ImageStore { .. }
            | S::ImageAtomic { .. }
            | S::RayQuery { .. }
            | S::RayPipelineFunction(_)
            | S::CooperativeStore { .. } => {
                return Err(Broken(
                    "textures, ray queries and cooperative matrices are not supported",
                ));
            }
        }
        Ok(())
    }

    fn atomic(
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

    fn call(
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
            .ok_or(Broken("a call of a function that comes later"))?;
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
            let ty = self.pointee(*old).ok_or(Broken(
                "a pointer to a part of a private variable as an argument: copy it to a `var` first",
            ))?;
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
