//! Whether a kernel gives the same result whenever and wherever it runs, as far as its statements tell.

use naga::valid::FunctionInfo;
use naga::{AtomicFunction, Block, Function, Module, ScalarKind, Statement, TypeInner};

use super::folded::Folded;
use super::uses::{BindingUse, global_of, referenced};

/// Whether floats occur anywhere, which each model of device computes in its own way.
pub(crate) fn has_floats(folded: &Folded) -> bool {
    let module = &folded.module;
    let is_float = |inner: &TypeInner| {
        let kind = match inner {
            TypeInner::Atomic(scalar) => Some(scalar.kind),
            inner => inner.scalar_kind(),
        };
        matches!(kind, Some(ScalarKind::Float | ScalarKind::AbstractFloat))
    };
    // Those that stand between two conversions are in no type of the module.
    let computes = |(function, info): (&Function, &FunctionInfo)| {
        let mut expressions = function.expressions.iter();
        expressions.any(|(handle, _)| is_float(info[handle].ty.inner_with(&module.types)))
    };
    module.types.iter().any(|(_, ty)| is_float(&ty.inner)) || functions(folded).any(computes)
}

/// The line where the result comes to depend on the order in which invocations run, and why. `together`: several workgroups
/// run that the analysis has not proven to be apart.
pub(crate) fn depends_on_order(folded: &Folded, together: bool) -> Option<(u32, String)> {
    for (function, _) in functions(folded) {
        let used = referenced(function);
        if let Some(found) = in_block(folded, &function.body, &used) {
            return Some(found);
        }
    }
    if !together {
        return None;
    }
    let bindings = folded.interface.bindings.iter().zip(&folded.uses);
    bindings
        .filter(|(binding, _)| is_atomic(&folded.module, binding))
        .find_map(|(binding, uses)| {
            mixed(uses).map(|(line, why)| (line, format!("{:?} {why}", binding.name)))
        })
}

/// All functions; kernels are compacted, so that each is called.
fn functions(folded: &Folded) -> impl Iterator<Item = (&Function, &FunctionInfo)> {
    let helpers = folded.module.functions.iter();
    let helpers = helpers.map(|(handle, function)| (function, &folded.info[handle]));
    let entry = folded.module.entry_points.iter().take(1);
    helpers.chain(entry.map(|entry| (&entry.function, folded.info.get_entry_point(0))))
}

fn in_block(folded: &Folded, block: &Block, used: &[bool]) -> Option<(u32, String)> {
    block.span_iter().find_map(|(statement, span)| {
        let why = match statement {
            Statement::Atomic { result: Some(result), .. } if used.get(result.index()) == Some(&true) => {
                "the result of this atomic operation is used, and it tells which invocation came first"
            }
            Statement::Atomic { fun: AtomicFunction::Exchange { .. }, .. } => {
                "an atomic exchange leaves what the last invocation put there"
            }
            Statement::Block(block) => return in_block(folded, block, used),
            Statement::If { accept, reject, .. } => {
                return in_block(folded, accept, used).or_else(|| in_block(folded, reject, used));
            }
            Statement::Switch { cases, .. } => {
                let mut cases = cases.iter();
                return cases.find_map(|case| in_block(folded, &case.body, used));
            }
            Statement::Loop { body, continuing, .. } => {
                return in_block(folded, body, used).or_else(|| in_block(folded, continuing, used));
            }
            _ => return None,
        };
        Some((folded.line(*span), why.to_owned()))
    })
}

/// Atomics that several workgroups use in more than one way.
fn mixed(uses: &BindingUse) -> Option<(u32, String)> {
    let kind = |function: AtomicFunction| match function {
        // Both add up, in any order.
        AtomicFunction::Subtract => std::mem::discriminant(&AtomicFunction::Add),
        other => std::mem::discriminant(&other),
    };
    let first = uses.atomics.first();
    if let Some(line) = uses.read
        && uses.any_write().is_some()
    {
        return Some((
            line,
            "is read here while other workgroups may change it".to_owned(),
        ));
    }
    if let Some(line) = uses.written
        && first.is_some()
    {
        return Some((
            line,
            "is stored here while other workgroups may change it".to_owned(),
        ));
    }
    let other = uses
        .atomics
        .iter()
        .find(|other| first.is_some_and(|first| kind(first.function) != kind(other.function)));
    other.map(|other| {
        (
            other.line,
            "is changed by atomic operations of two kinds".to_owned(),
        )
    })
}

/// Whether a binding holds atomics.
fn is_atomic(module: &Module, binding: &super::Binding) -> bool {
    let mut pending: Vec<_> = (global_of(module, binding).into_iter())
        .map(|global| module.global_variables[global].ty)
        .collect();
    while let Some(ty) = pending.pop() {
        match &module.types[ty].inner {
            TypeInner::Atomic(_) => return true,
            TypeInner::Array { base, .. } => pending.push(*base),
            TypeInner::Struct { members, .. } => {
                pending.extend(members.iter().map(|member| member.ty))
            }
            _ => {}
        }
    }
    false
}
