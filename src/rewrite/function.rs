//! One function, built anew statement by statement.

use std::collections::HashMap;

use naga::valid::FunctionInfo;
use naga::{
    Block, Expression, Function, GlobalVariable, Handle, Span, Statement, SwitchCase, Type,
    UniqueArena,
};

use super::bounds::Bounds;
use super::builder::{Builder, Value};
use super::guard::{Guard, Index};
use super::operands::{map_gather, map_operands};
use super::{Broken, Shared, broken};

pub(super) struct Rewriter<'a> {
    pub shared: &'a Shared,
    /// Its handle in the old module; `None` for the entry point.
    pub id: Option<Handle<Function>>,
    pub types: &'a mut UniqueArena<Type>,
    pub old: &'a Function,
    pub info: &'a FunctionInfo,
    pub b: Builder,
    /// New handles of old expressions.
    pub map: HashMap<Value, Value>,
    /// Guards of new pointers.
    pub guards: HashMap<Value, Guard>,
    pub bounds: HashMap<Handle<GlobalVariable>, Bounds>,
}

pub(super) fn rewrite_function(
    shared: &Shared,
    types: &mut UniqueArena<Type>,
    old: &Function,
    info: &FunctionInfo,
    id: Option<Handle<Function>>,
) -> Result<Function, Broken> {
    let mut b = Builder::default();
    b.function.name.clone_from(&old.name);
    b.function.arguments.clone_from(&old.arguments);
    b.function.result.clone_from(&old.result);
    b.function.diagnostic_filter_leaf = old.diagnostic_filter_leaf;
    let mut rewriter = Rewriter {
        shared,
        id,
        types,
        old,
        info,
        b,
        map: HashMap::new(),
        guards: HashMap::new(),
        bounds: HashMap::new(),
    };
    rewriter.local_variables()?;
    if id.is_none() {
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
            return Err(broken("an expression is used before it is computed"));
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
    pub(super) fn result(&mut self, old: Value) -> Value {
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
                return Err(broken(
                    "textures, ray queries and cooperative matrices are not supported",
                ));
            }
        }
        Ok(())
    }
}
