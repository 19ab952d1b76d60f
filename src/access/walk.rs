//! The walk over a function's statements.

use std::collections::HashMap;

use naga::valid::FunctionInfo;
use naga::{
    Block, BuiltIn, Expression, Function, GlobalVariable, Handle, Module, Span, Statement,
    TypeInner,
};

use super::linear::{Linear, Symbol};
use super::memory::Global;
use super::state::State;
use super::symbols::{Symbols, Why};
use super::value::{Site, Value};
use super::{Facts, Known};
use crate::kernel::Folded;

/// Expressions and statements that are followed at most, loops and calls counted again.
const FUEL: u32 = 400_000;

pub(super) struct Walker<'a> {
    pub folded: &'a Folded,
    pub known: Known<'a>,
    pub symbols: Symbols,
    pub globals: HashMap<Handle<GlobalVariable>, Global>,
    /// Workgroup id and local id of each axis.
    pub ids: [(Symbol, Symbol); 3],
    pub state: State,
    /// Types of the variables of the state.
    pub variables: Vec<Handle<naga::Type>>,
    /// Symbols that stand for a value of the launch until it is asked for.
    pub asked: HashMap<Symbol, (usize, u64, i128)>,
    pub exits: Exits,
    pub facts: Facts,
    /// Whether accesses count: not in the first pass over a loop, which finds out what changes.
    pub recording: bool,
    pub fuel: u32,
}

/// States on their way out of a block.
#[derive(Default)]
pub(super) struct Exits {
    pub breaks: Vec<State>,
    pub continues: Vec<State>,
    pub returns: Vec<(State, Option<Value>)>,
}

impl Exits {
    pub fn count(&self) -> usize {
        self.breaks.len() + self.continues.len() + self.returns.len()
    }
}

/// A function that is being followed.
pub(super) struct Frame<'a> {
    pub id: Option<Handle<Function>>,
    pub function: &'a Function,
    pub info: &'a FunctionInfo,
    pub arguments: Vec<Value>,
    /// Number of its first local variable in the state.
    pub first_local: usize,
    pub values: Vec<Option<Value>>,
}

impl<'a> Frame<'a> {
    pub fn inner(&self, module: &'a Module, handle: Handle<Expression>) -> &'a TypeInner
    where
        Self: 'a,
    {
        self.info[handle].ty.inner_with(&module.types)
    }

    pub fn site(&self, handle: Handle<Expression>) -> Site {
        (self.id, handle)
    }

    pub fn span(&self, handle: Handle<Expression>) -> Span {
        self.function.expressions.get_span(handle)
    }
}

impl<'a> Walker<'a> {
    pub fn new(folded: &'a Folded, known: &Known<'a>) -> Self {
        let mut symbols = Symbols::default();
        let size = folded.interface.workgroup_size;
        let mut ids = [(0, 0); 3];
        for (id, (grid, size)) in ids.iter_mut().zip(known.grid.into_iter().zip(size)) {
            let mut up_to = |n: u32| symbols.fresh(0, i128::from(n.max(1)) - 1, Why::Id);
            *id = (up_to(grid), up_to(size));
        }
        let mut walker = Self {
            folded,
            known: *known,
            symbols,
            globals: HashMap::new(),
            ids,
            state: State::default(),
            variables: Vec::new(),
            asked: HashMap::new(),
            exits: Exits::default(),
            facts: Facts {
                loops_end: true,
                divisors_hold: true,
                ..Facts::default()
            },
            recording: true,
            fuel: FUEL,
        };
        walker.find_globals();
        walker
    }

    pub fn run(mut self) -> Facts {
        let module = &self.folded.module;
        let Some(entry) = module.entry_points.first() else {
            self.facts.gave_up = true;
            return self.facts;
        };
        let arguments = entry.function.arguments.iter();
        let arguments = arguments
            .map(
                |argument| match (&argument.binding, &module.types[argument.ty].inner) {
                    (Some(naga::Binding::BuiltIn(builtin)), _) => self.builtin(*builtin),
                    (None, TypeInner::Struct { members, .. }) => {
                        let parts = members.iter().map(|member| match &member.binding {
                            Some(naga::Binding::BuiltIn(builtin)) => self.builtin(*builtin),
                            _ => Value::Unknown,
                        });
                        Value::composite(parts.collect())
                    }
                    _ => Value::Unknown,
                },
            )
            .collect();
        let info = self.folded.info.get_entry_point(0);
        self.function(None, &entry.function, info, arguments);
        if self.fuel == 0 {
            self.facts.gave_up = true;
        }
        self.facts
    }

    fn builtin(&mut self, builtin: BuiltIn) -> Value {
        let size = self.folded.interface.workgroup_size.map(i128::from);
        let ids = self.ids;
        let vector = |of: &dyn Fn(usize) -> Linear| {
            Value::composite((0..3).map(|axis| Value::Int(of(axis))).collect())
        };
        let pick = |axis: usize| ids.get(axis).copied().unwrap_or_default();
        let size_of = |axis: usize| size.get(axis).copied().unwrap_or(1);
        match builtin {
            BuiltIn::GlobalInvocationId => vector(&|axis| {
                let (workgroup, local) = pick(axis);
                let base = Linear::symbol(workgroup);
                base.combine(size_of(axis), &Linear::symbol(local), 1)
                    .unwrap_or_default()
            }),
            BuiltIn::WorkGroupId => vector(&|axis| Linear::symbol(pick(axis).0)),
            BuiltIn::LocalInvocationId => vector(&|axis| Linear::symbol(pick(axis).1)),
            BuiltIn::NumWorkGroups => {
                let grid = self.known.grid;
                vector(&|axis| Linear::number(grid.get(axis).copied().unwrap_or(1).into()))
            }
            BuiltIn::WorkGroupSize => vector(&|axis| Linear::number(size_of(axis))),
            BuiltIn::LocalInvocationIndex => {
                let [x, y, z] = ids.map(|(_, local)| Linear::symbol(local));
                let index = y
                    .combine(size_of(0), &z, size_of(0) * size_of(1))
                    .and_then(|rest| rest.plus(&x));
                index.map_or(Value::Unknown, Value::Int)
            }
            // Subgroups are as the device forms them: at most as large as a workgroup.
            _ => {
                let most = size.iter().product::<i128>().max(128);
                Value::Int(Linear::symbol(self.symbols.fresh(0, most, Why::Derived)))
            }
        }
    }

    /// Follows a function, and gives its result; `None` if it does not return.
    pub fn function(
        &mut self,
        id: Option<Handle<Function>>,
        function: &'a Function,
        info: &'a FunctionInfo,
        arguments: Vec<Value>,
    ) -> Option<Value> {
        let first_local = self.variables.len();
        let mut frame = Frame {
            id,
            function,
            info,
            arguments,
            first_local,
            values: vec![None; function.expressions.len()],
        };
        for (_, variable) in function.local_variables.iter() {
            let value = match variable.init {
                Some(init) => self.get(&mut frame, init),
                None => self.zero(variable.ty, 0),
            };
            self.variables.push(variable.ty);
            self.state.variables.push(value);
        }
        let outer = std::mem::take(&mut self.exits.returns);
        let exact = self.state.exact;
        if self.block(&mut frame, &function.body) {
            let state = self.state.clone();
            self.exits.returns.push((state, None));
        }
        let mut returns = std::mem::replace(&mut self.exits.returns, outer);
        self.variables.truncate(first_local);
        let many = returns.len() > 1;
        for (state, value) in &mut returns {
            state.variables.truncate(first_local);
            // The result travels as one more variable, so that it is joined like them.
            state.variables.extend(value.take());
        }
        if let Some(result) = &function.result {
            self.variables.push(result.ty);
        }
        let states = returns.into_iter().map(|(state, _)| state).collect();
        let joined = self.join_all(states);
        self.variables.truncate(first_local);
        let mut joined = joined?;
        if many {
            joined.exact = exact;
        }
        let value = (joined.variables.len() > first_local).then(|| joined.variables.pop());
        self.state = joined;
        Some(value.flatten().unwrap_or(Value::Unknown))
    }

    /// Follows a block from the current state; `false` if control does not come to its end.
    pub fn block(&mut self, frame: &mut Frame<'a>, block: &'a Block) -> bool {
        for (statement, span) in block.span_iter() {
            self.fuel = self.fuel.saturating_sub(1);
            if self.fuel == 0 {
                return false;
            }
            if !self.statement(frame, statement, *span) {
                return false;
            }
        }
        true
    }

    fn statement(&mut self, frame: &mut Frame<'a>, statement: &'a Statement, span: Span) -> bool {
        use Statement as S;
        match statement {
            S::Emit(range) => {
                for handle in range.clone() {
                    self.fuel = self.fuel.saturating_sub(1);
                    let value = self.evaluate(frame, handle);
                    if let Some(slot) = frame.values.get_mut(handle.index()) {
                        *slot = Some(value);
                    }
                }
            }
            S::Block(block) => return self.block(frame, block),
            S::If {
                condition,
                accept,
                reject,
            } => return self.branch(frame, *condition, accept, reject),
            S::Switch { selector, cases } => return self.switch(frame, *selector, cases),
            S::Loop {
                body,
                continuing,
                break_if,
            } => return self.repeat(frame, body, continuing, *break_if),
            S::Break => {
                self.exits.breaks.push(self.state.clone());
                return false;
            }
            S::Continue => {
                self.exits.continues.push(self.state.clone());
                return false;
            }
            S::Return { value } => {
                let value = value.map(|value| self.get(frame, value));
                self.exits.returns.push((self.state.clone(), value));
                return false;
            }
            S::Kill => return false,
            S::ControlBarrier(_) | S::MemoryBarrier(_) => {}
            S::Store { pointer, value } => {
                let value = self.get(frame, *value);
                self.store(frame, *pointer, value, span);
            }
            S::Atomic {
                pointer,
                fun,
                value: _,
                result,
            } => self.atomic(frame, *pointer, *fun, *result, span),
            S::WorkGroupUniformLoad { pointer: _, result } => self.unknown_result(frame, *result),
            S::Call {
                function,
                arguments,
                result,
            } => {
                let module = &self.folded.module;
                let arguments = arguments.iter().map(|argument| self.get(frame, *argument));
                let arguments = arguments.collect();
                let info = &self.folded.info[*function];
                let value = self.function(
                    Some(*function),
                    &module.functions[*function],
                    info,
                    arguments,
                );
                let Some(value) = value else {
                    return false;
                };
                if let Some(result) = result
                    && let Some(slot) = frame.values.get_mut(result.index())
                {
                    *slot = Some(value);
                }
            }
            S::SubgroupBallot { result, .. }
            | S::SubgroupGather { result, .. }
            | S::SubgroupCollectiveOperation { result, .. } => self.unknown_result(frame, *result),
            // Refused when the kernel is loaded.
            S::ImageStore { .. }
            | S::ImageAtomic { .. }
            | S::RayQuery { .. }
            | S::RayPipelineFunction(_)
            | S::CooperativeStore { .. } => self.fuel = 0,
        }
        true
    }

    pub fn unknown_result(&mut self, frame: &mut Frame<'a>, result: Handle<Expression>) {
        let inner = frame.inner(&self.folded.module, result);
        let value = self.of_type(inner, Why::Loaded(frame.span(result)));
        if let Some(slot) = frame.values.get_mut(result.index()) {
            *slot = Some(value);
        }
    }
}
