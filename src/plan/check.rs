//! Whether a distribution that the caller states can be right, from how the kernel uses the binding.

use naga::AtomicFunction;

use super::distribution::{Distribution, Kind, ReduceOp};
use crate::kernel::{Binding, BindingUse, Scalar};

/// Whether a distribution can be right, from how the kernel uses the binding.
pub(super) fn check(
    binding: &Binding,
    uses: &BindingUse,
    distribution: Distribution,
) -> Result<(), (u32, String)> {
    if let Some(why) = distribution.0.nonsense() {
        return Err((binding.line, why.to_owned()));
    }
    match distribution.0 {
        Kind::Split { before, after, .. } => {
            if !binding.is_array() {
                return Err((
                    binding.line,
                    format!(
                        "it is no array but {}, so it can't be split: broadcast it, or reduce it",
                        binding.layout
                    ),
                ));
            }
            if let Some(line) = uses.whole {
                return Err((
                    line,
                    "the whole array is loaded or stored at once here, so it can't be split"
                        .to_owned(),
                ));
            }
            if let Some(line) = uses.header_written {
                return Err((
                    line,
                    "the head of the struct is written here, and every chunk has that head: move it to a binding of its own"
                        .to_owned(),
                ));
            }
            if let Some(line) = uses.any_write()
                && (before, after) != (0, 0)
            {
                return Err((
                    line,
                    "it is written here, and with a halo the windows of neighbouring chunks overlap: write to another binding"
                        .to_owned(),
                ));
            }
        }
        Kind::Broadcast => {
            if let Some(line) = uses.any_write() {
                return Err((
                    line,
                    "it is written here, and the windows of all chunks overlap: state split or reduce"
                        .to_owned(),
                ));
            }
        }
        Kind::Reduce(op) => check_reduce(binding, uses, op)?,
    }
    Ok(())
}

pub(super) fn check_reduce(
    binding: &Binding,
    uses: &BindingUse,
    op: ReduceOp,
) -> Result<(), (u32, String)> {
    let is_integer = matches!(
        binding.element().only_scalar(),
        Some(Scalar::I32 | Scalar::U32 | Scalar::I64 | Scalar::U64)
    );
    if !is_integer || binding.header_bytes() > 0 {
        return Err((
            binding.line,
            format!(
                "reduce takes integer atomics of one type, in arrays or structs without padding, not {}",
                binding.layout
            ),
        ));
    }
    if let Some(line) = uses.read.or(uses.written) {
        return Err((
            line,
            "it is read or stored here, where a chunk sees its own copy only: reduce allows atomic operations alone"
                .to_owned(),
        ));
    }
    for atomic in &uses.atomics {
        let matches = matches!(
            (op, atomic.function),
            (
                ReduceOp::Sum,
                AtomicFunction::Add | AtomicFunction::Subtract
            ) | (ReduceOp::Min, AtomicFunction::Min)
                | (ReduceOp::Max, AtomicFunction::Max)
                | (ReduceOp::And, AtomicFunction::And)
                | (ReduceOp::Or, AtomicFunction::InclusiveOr)
                | (ReduceOp::Xor, AtomicFunction::ExclusiveOr)
        );
        if !matches {
            return Err((
                atomic.line,
                format!(
                    "this atomic operation is not of the kind that reduce({op}) puts together: give each kind a binding of its own"
                ),
            ));
        }
        if atomic.result_used {
            return Err((
                atomic.line,
                "the result of this atomic operation is used, which differs in each chunk's copy"
                    .to_owned(),
            ));
        }
    }
    Ok(())
}
