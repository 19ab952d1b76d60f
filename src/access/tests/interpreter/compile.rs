//! A function's blocks as one list of operations with jumps.

use std::collections::HashSet;

use naga::{AtomicFunction, Block, Expression, Function, Handle, Statement, SwitchValue};

/// The operations of a function.
pub struct Code<'a> {
    pub ops: Vec<Op<'a>>,
    /// Number of loops.
    pub loops: usize,
}

pub enum Op<'a> {
    Eval(Handle<Expression>),
    Store {
        pointer: Handle<Expression>,
        value: Handle<Expression>,
    },
    Atomic(Atomic<'a>),
    Call {
        function: Handle<Function>,
        arguments: &'a [Handle<Expression>],
        result: Option<Handle<Expression>>,
    },
    Return(Option<Handle<Expression>>),
    Jump(usize),
    /// Jumps where the condition does not hold.
    Unless(Handle<Expression>, usize),
    Switch(Handle<Expression>, Vec<(SwitchValue, usize)>),
    LoopStart(usize),
    LoopEnd,
    LoadShared {
        pointer: Handle<Expression>,
        result: Handle<Expression>,
    },
    Barrier,
}

pub struct Atomic<'a> {
    pub pointer: Handle<Expression>,
    pub fun: &'a AtomicFunction,
    pub value: Handle<Expression>,
    pub result: Option<Handle<Expression>>,
    pub used: bool,
}

/// Jumps whose target is not known yet.
enum Scope {
    Loop {
        breaks: Vec<usize>,
        continues: Vec<usize>,
    },
    Switch {
        breaks: Vec<usize>,
    },
}

struct Compiler<'a> {
    code: Code<'a>,
    scopes: Vec<Scope>,
    used: HashSet<Handle<Expression>>,
}

pub fn compile(function: &Function) -> Code<'_> {
    let mut compiler = Compiler {
        code: Code {
            ops: Vec::new(),
            loops: 0,
        },
        scopes: Vec::new(),
        used: used(function),
    };
    compiler.block(&function.body);
    compiler.code.ops.push(Op::Return(None));
    compiler.code
}

impl<'a> Compiler<'a> {
    fn here(&self) -> usize {
        self.code.ops.len()
    }

    fn push(&mut self, op: Op<'a>) -> usize {
        self.code.ops.push(op);
        self.here() - 1
    }

    /// Points a jump to the next operation.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.code.ops[jump] {
            Op::Jump(to) | Op::Unless(_, to) => *to = here,
            _ => panic!("this is no jump"),
        }
    }

    fn block(&mut self, block: &'a Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.push(Op::Eval(handle));
                }
            }
            Statement::Block(block) => self.block(block),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                let to_reject = self.push(Op::Unless(*condition, 0));
                self.block(accept);
                let to_end = self.push(Op::Jump(0));
                self.land(to_reject);
                self.block(reject);
                self.land(to_end);
            }
            Statement::Switch { selector, cases } => {
                let switch = self.push(Op::Switch(*selector, Vec::new()));
                self.scopes.push(Scope::Switch { breaks: Vec::new() });
                for case in cases {
                    let here = self.here();
                    if let Op::Switch(_, targets) = &mut self.code.ops[switch] {
                        targets.push((case.value, here));
                    }
                    self.block(&case.body);
                    if !case.fall_through {
                        self.jump_out(false);
                    }
                }
                if let Some(Scope::Switch { breaks }) = self.scopes.pop() {
                    breaks.into_iter().for_each(|jump| self.land(jump));
                }
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                let number = self.code.loops;
                self.code.loops += 1;
                self.push(Op::LoopStart(number));
                let start = self.here();
                self.scopes.push(Scope::Loop {
                    breaks: Vec::new(),
                    continues: Vec::new(),
                });
                self.block(body);
                if let Some(Scope::Loop { continues, .. }) = self.scopes.last_mut() {
                    let continues = std::mem::take(continues);
                    continues.into_iter().for_each(|jump| self.land(jump));
                }
                self.block(continuing);
                match break_if {
                    Some(condition) => self.push(Op::Unless(*condition, start)),
                    None => self.push(Op::Jump(start)),
                };
                if let Some(Scope::Loop { breaks, .. }) = self.scopes.pop() {
                    breaks.into_iter().for_each(|jump| self.land(jump));
                }
                self.push(Op::LoopEnd);
            }
            Statement::Break => self.jump_out(false),
            Statement::Continue => self.jump_out(true),
            Statement::Return { value } => {
                self.push(Op::Return(*value));
            }
            Statement::ControlBarrier(_) => {
                self.push(Op::Barrier);
            }
            Statement::MemoryBarrier(_) => {}
            Statement::Store { pointer, value } => {
                self.push(Op::Store {
                    pointer: *pointer,
                    value: *value,
                });
            }
            Statement::Atomic {
                pointer,
                fun,
                value,
                result,
            } => {
                self.push(Op::Atomic(Atomic {
                    pointer: *pointer,
                    fun,
                    value: *value,
                    result: *result,
                    used: result.is_some_and(|result| self.used.contains(&result)),
                }));
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.push(Op::Barrier);
                self.push(Op::LoadShared {
                    pointer: *pointer,
                    result: *result,
                });
                self.push(Op::Barrier);
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => {
                self.push(Op::Call {
                    function: *function,
                    arguments,
                    result: *result,
                });
            }
            other => panic!("the interpreter does not know {other:?}"),
        }
    }

    /// `break`, or `continue` of the innermost loop.
    fn jump_out(&mut self, to_next: bool) {
        let jump = self.push(Op::Jump(0));
        for scope in self.scopes.iter_mut().rev() {
            match scope {
                Scope::Loop { continues, .. } if to_next => return continues.push(jump),
                Scope::Switch { .. } if to_next => {}
                Scope::Loop { breaks, .. } | Scope::Switch { breaks } => return breaks.push(jump),
            }
        }
        panic!("a jump out of nothing");
    }
}

/// Expressions that something refers to.
fn used(function: &Function) -> HashSet<Handle<Expression>> {
    let mut used = HashSet::new();
    for (_, expression) in function.expressions.iter() {
        operands(expression, &mut |handle| {
            used.insert(handle);
        });
    }
    in_block(&function.body, &mut |handle| {
        used.insert(handle);
    });
    used
}

fn operands(expression: &Expression, visit: &mut impl FnMut(Handle<Expression>)) {
    match expression {
        Expression::Compose { components, .. } => components.iter().copied().for_each(visit),
        Expression::Access { base, index } => [*base, *index].into_iter().for_each(visit),
        Expression::AccessIndex { base: one, .. }
        | Expression::Splat { value: one, .. }
        | Expression::Swizzle { vector: one, .. }
        | Expression::Load { pointer: one }
        | Expression::Unary { expr: one, .. }
        | Expression::Relational { argument: one, .. }
        | Expression::As { expr: one, .. }
        | Expression::ArrayLength(one) => visit(*one),
        Expression::Binary { left, right, .. } => [*left, *right].into_iter().for_each(visit),
        Expression::Select {
            condition,
            accept,
            reject,
        } => {
            [*condition, *accept, *reject].into_iter().for_each(visit);
        }
        Expression::Math {
            arg,
            arg1,
            arg2,
            arg3,
            ..
        } => {
            let all = [Some(*arg), *arg1, *arg2, *arg3];
            all.into_iter().flatten().for_each(visit);
        }
        // The others have no operands, or the interpreter does not know them.
        _ => {}
    }
}

fn in_block(block: &Block, visit: &mut impl FnMut(Handle<Expression>)) {
    for statement in block.iter() {
        match statement {
            Statement::Block(block) => in_block(block, visit),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                visit(*condition);
                in_block(accept, visit);
                in_block(reject, visit);
            }
            Statement::Switch { selector, cases } => {
                visit(*selector);
                cases.iter().for_each(|case| in_block(&case.body, visit));
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                in_block(body, visit);
                in_block(continuing, visit);
                break_if.iter().copied().for_each(&mut *visit);
            }
            Statement::Return { value } => value.iter().copied().for_each(&mut *visit),
            Statement::Store { pointer, value } => {
                [*pointer, *value].into_iter().for_each(&mut *visit)
            }
            Statement::Atomic {
                pointer,
                value,
                fun,
                ..
            } => {
                [*pointer, *value].into_iter().for_each(&mut *visit);
                if let AtomicFunction::Exchange { compare } = fun {
                    compare.iter().copied().for_each(&mut *visit);
                }
            }
            Statement::WorkGroupUniformLoad { pointer, .. } => visit(*pointer),
            Statement::Call { arguments, .. } => arguments.iter().copied().for_each(&mut *visit),
            _ => {}
        }
    }
}
