//! Walking over naga's expressions and statements. The matches have no wildcard arm: a new kind of
//! expression in a new naga does not compile here until someone has thought about it.

use naga::{
    AtomicFunction, Block, Expression, Function, GatherMode, Handle, Statement, SwizzleComponent,
};

/// A copy of an expression with every operand replaced by `map` of it.
///
/// Texture, ray and cooperative-matrix expressions are refused when a kernel is loaded and are
/// copied as they stand.
pub(crate) fn map_operands<E>(
    expression: &Expression,
    mut map: impl FnMut(Handle<Expression>) -> Result<Handle<Expression>, E>,
) -> Result<Expression, E> {
    use Expression as X;
    let option = |handle: Option<Handle<Expression>>, map: &mut dyn FnMut(_) -> _| {
        handle.map(map).transpose()
    };
    Ok(match *expression {
        X::Literal(_)
        | X::Constant(_)
        | X::Override(_)
        | X::ZeroValue(_)
        | X::FunctionArgument(_)
        | X::GlobalVariable(_)
        | X::LocalVariable(_)
        | X::CallResult(_)
        | X::AtomicResult { .. }
        | X::WorkGroupUniformLoadResult { .. }
        | X::RayQueryProceedResult
        | X::SubgroupBallotResult
        | X::SubgroupOperationResult { .. }
        | X::ImageSample { .. }
        | X::ImageLoad { .. }
        | X::ImageQuery { .. }
        | X::RayQueryVertexPositions { .. }
        | X::RayQueryGetIntersection { .. }
        | X::CooperativeLoad { .. }
        | X::CooperativeMultiplyAdd { .. } => expression.clone(),
        X::Compose { ty, ref components } => X::Compose {
            ty,
            components: components
                .iter()
                .map(|c| map(*c))
                .collect::<Result<_, E>>()?,
        },
        X::Access { base, index } => X::Access {
            base: map(base)?,
            index: map(index)?,
        },
        X::AccessIndex { base, index } => X::AccessIndex {
            base: map(base)?,
            index,
        },
        X::Splat { size, value } => X::Splat {
            size,
            value: map(value)?,
        },
        X::Swizzle {
            size,
            vector,
            pattern,
        } => {
            let pattern: [SwizzleComponent; 4] = pattern;
            X::Swizzle {
                size,
                vector: map(vector)?,
                pattern,
            }
        }
        X::Load { pointer } => X::Load {
            pointer: map(pointer)?,
        },
        X::Unary { op, expr } => X::Unary {
            op,
            expr: map(expr)?,
        },
        X::Binary { op, left, right } => X::Binary {
            op,
            left: map(left)?,
            right: map(right)?,
        },
        X::Select {
            condition,
            accept,
            reject,
        } => X::Select {
            condition: map(condition)?,
            accept: map(accept)?,
            reject: map(reject)?,
        },
        X::Derivative { axis, ctrl, expr } => X::Derivative {
            axis,
            ctrl,
            expr: map(expr)?,
        },
        X::Relational { fun, argument } => X::Relational {
            fun,
            argument: map(argument)?,
        },
        X::Math {
            fun,
            arg,
            arg1,
            arg2,
            arg3,
        } => X::Math {
            fun,
            arg: map(arg)?,
            arg1: option(arg1, &mut map)?,
            arg2: option(arg2, &mut map)?,
            arg3: option(arg3, &mut map)?,
        },
        X::As {
            expr,
            kind,
            convert,
        } => X::As {
            expr: map(expr)?,
            kind,
            convert,
        },
        X::ArrayLength(pointer) => X::ArrayLength(map(pointer)?),
    })
}

/// Calls `visit` for each expression that another expression or a statement refers to.
pub(crate) fn visit_operands(function: &Function, visit: &mut dyn FnMut(Handle<Expression>)) {
    for (_, expression) in function.expressions.iter() {
        let _ = map_operands(expression, |handle| {
            visit(handle);
            Ok::<_, std::convert::Infallible>(handle)
        });
    }
    visit_block(&function.body, visit);
}

fn visit_block(block: &Block, visit: &mut dyn FnMut(Handle<Expression>)) {
    use Statement as S;
    for statement in block.iter() {
        match statement {
            S::Emit(_)
            | S::Break
            | S::Continue
            | S::Kill
            | S::ControlBarrier(_)
            | S::MemoryBarrier(_)
            | S::ImageStore { .. }
            | S::ImageAtomic { .. }
            | S::RayQuery { .. }
            | S::RayPipelineFunction(_)
            | S::CooperativeStore { .. } => {}
            S::Block(block) => visit_block(block, visit),
            S::If {
                condition,
                accept,
                reject,
            } => {
                visit(*condition);
                visit_block(accept, visit);
                visit_block(reject, visit);
            }
            S::Switch { selector, cases } => {
                visit(*selector);
                for case in cases {
                    visit_block(&case.body, visit);
                }
            }
            S::Loop {
                body,
                continuing,
                break_if,
            } => {
                visit_block(body, visit);
                visit_block(continuing, visit);
                break_if.iter().copied().for_each(&mut *visit);
            }
            S::Return { value } => value.iter().copied().for_each(&mut *visit),
            S::Store { pointer, value } => {
                visit(*pointer);
                visit(*value);
            }
            S::Atomic {
                pointer,
                fun,
                value,
                result: _,
            } => {
                visit(*pointer);
                visit(*value);
                if let AtomicFunction::Exchange {
                    compare: Some(compare),
                } = fun
                {
                    visit(*compare);
                }
            }
            S::WorkGroupUniformLoad { pointer, result: _ } => visit(*pointer),
            S::Call { arguments, .. } => arguments.iter().copied().for_each(&mut *visit),
            S::SubgroupBallot { predicate, .. } => {
                predicate.iter().copied().for_each(&mut *visit);
            }
            S::SubgroupGather { mode, argument, .. } => {
                visit(*argument);
                gather_operand(*mode).into_iter().for_each(&mut *visit);
            }
            S::SubgroupCollectiveOperation { argument, .. } => visit(*argument),
        }
    }
}

/// The lane or mask that a subgroup gather takes as an expression.
fn gather_operand(mode: GatherMode) -> Option<Handle<Expression>> {
    match mode {
        GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => None,
        GatherMode::Broadcast(index)
        | GatherMode::Shuffle(index)
        | GatherMode::ShuffleDown(index)
        | GatherMode::ShuffleUp(index)
        | GatherMode::ShuffleXor(index)
        | GatherMode::QuadBroadcast(index) => Some(index),
    }
}

/// A gather mode with its operand replaced.
pub(super) fn map_gather<E>(
    mode: GatherMode,
    map: impl FnOnce(Handle<Expression>) -> Result<Handle<Expression>, E>,
) -> Result<GatherMode, E> {
    Ok(match mode {
        GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => mode,
        GatherMode::Broadcast(index) => GatherMode::Broadcast(map(index)?),
        GatherMode::Shuffle(index) => GatherMode::Shuffle(map(index)?),
        GatherMode::ShuffleDown(index) => GatherMode::ShuffleDown(map(index)?),
        GatherMode::ShuffleUp(index) => GatherMode::ShuffleUp(map(index)?),
        GatherMode::ShuffleXor(index) => GatherMode::ShuffleXor(map(index)?),
        GatherMode::QuadBroadcast(index) => GatherMode::QuadBroadcast(map(index)?),
    })
}
