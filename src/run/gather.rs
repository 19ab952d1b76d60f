//! Copies between the host arrays and staging memory: a job's upload is filled, and its results are put back
//! where they belong.

use std::ops::Range;

use crate::error::{Error, Result};
use crate::kernel::Scalar;
use crate::plan::{BindingPlan, Plan, ReduceOp};
use crate::rewrite::LOG_WORDS;

use super::Upload;
use super::arguments::Host;
use super::job::{Download, Job};

/// Copies what a job needs from the host arrays into its upload. `None` if the two do not match,
/// which is an error of ours: the chunk must not run on what is left in the staging memory.
pub(super) fn fill(
    plan: &Plan,
    hosts: &[Host<'_>],
    job: &Job,
    upload: &mut impl Upload,
) -> Option<()> {
    let mut write = |at, bytes: &[u8]| upload.write(at, bytes).then_some(());
    let bindings = plan.bindings.iter().zip(&job.buffers);
    for ((binding, buffer), host) in bindings.zip(hosts) {
        let Some(at) = buffer.upload_at else {
            continue;
        };
        let header = binding.header_bytes;
        let len = u64::from(buffer.window.len) * binding.stride;
        if buffer.identity
            && let (Some(op), Some(scalar)) = (binding.reduce(), binding.scalar)
        {
            let mut identity = vec![0; usize::try_from(len).ok()?];
            fill_identity(op, scalar, &mut identity);
            write(at, &identity)?;
            continue;
        }
        let first = header + u64::from(buffer.window.base) * binding.stride;
        let bytes = host.bytes();
        if first == header {
            write(at, slice(bytes, 0, header + len)?)?;
        } else {
            write(at, slice(bytes, 0, header)?)?;
            write(at + header, slice(bytes, first, len)?)?;
        }
    }
    write(job.grid_at, &job.grid_data)
}

/// An access outside its window, if this chunk had one, is an error of the whole launch. `committed`: what is written
/// already, and stays.
pub(super) fn check_log(
    plan: &Plan,
    job: &Job,
    download: &[u8],
    committed: &[Range<u32>],
) -> Result<()> {
    let log = job
        .log_at
        .and_then(|at| slice(download, at, u64::from(LOG_WORDS) * 4));
    let Some(log) = log else { return Ok(()) };
    let (words, _) = log.as_chunks::<4>();
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let [1, binding, index, x, y, z, ..] = *words.as_slice() else {
        return Ok(());
    };
    let binding = usize::try_from(binding).unwrap_or(usize::MAX);
    let (Some(of), Some(buffer)) = (plan.bindings.get(binding), job.buffers.get(binding)) else {
        return Ok(());
    };
    Err(Error::OutsideWindow {
        kernel: plan.kernel.clone(),
        binding: of.name.clone(),
        index,
        invocation: [x, y, z],
        axis: plan.axis.unwrap_or_default(),
        window: buffer.window.base..buffer.window.base + buffer.window.len,
        len: of.len,
        committed: committed.to_vec(),
    })
}

/// Commits one binding's part of a download. `None` if the host array has no such place, which is an
/// error of ours.
pub(super) fn commit(
    binding: &BindingPlan,
    download: &Download,
    merge: bool,
    from: &[u8],
    host: &mut [u8],
) -> Option<()> {
    let source = slice(from, download.at + download.skip, download.len)?;
    let target = slice_mut(host, download.host_at, download.len)?;
    match (binding.reduce(), binding.scalar) {
        (Some(op), Some(scalar)) if merge => merge_into(op, scalar, source, target),
        _ => target.copy_from_slice(source),
    }
    Some(())
}

/// The element that changes nothing, repeated over `out`.
pub(super) fn fill_identity(op: ReduceOp, scalar: Scalar, out: &mut [u8]) {
    macro_rules! fill {
        ($($name:ident: $ty:ty),*) => {
            match scalar {
                $(Scalar::$name => {
                    let identity: $ty = match op {
                        ReduceOp::Sum | ReduceOp::Or | ReduceOp::Xor => 0,
                        ReduceOp::And => !0,
                        ReduceOp::Min => <$ty>::MAX,
                        ReduceOp::Max => <$ty>::MIN,
                    };
                    let bytes = identity.to_ne_bytes();
                    for element in out.chunks_exact_mut(size_of::<$ty>()) {
                        element.copy_from_slice(&bytes);
                    }
                })*
                // The plan lets only integers through.
                Scalar::F16 | Scalar::F32 | Scalar::F64 | Scalar::I16 | Scalar::U16 => {}
            }
        };
    }
    fill!(I32: i32, U32: u32, I64: i64, U64: u64);
}

fn merge_into(op: ReduceOp, scalar: Scalar, source: &[u8], target: &mut [u8]) {
    macro_rules! merge {
        ($($name:ident: $ty:ty),*) => {
            match scalar {
                $(Scalar::$name => {
                    const BYTES: usize = size_of::<$ty>();
                    let (source, _) = source.as_chunks::<BYTES>();
                    let (target, _) = target.as_chunks_mut::<BYTES>();
                    for (target, source) in target.iter_mut().zip(source) {
                        let (old, new) = (<$ty>::from_ne_bytes(*target), <$ty>::from_ne_bytes(*source));
                        *target = match op {
                            ReduceOp::Sum => old.wrapping_add(new),
                            ReduceOp::Min => old.min(new),
                            ReduceOp::Max => old.max(new),
                            ReduceOp::And => old & new,
                            ReduceOp::Or => old | new,
                            ReduceOp::Xor => old ^ new,
                        }
                        .to_ne_bytes();
                    }
                })*
                Scalar::F16 | Scalar::F32 | Scalar::F64 | Scalar::I16 | Scalar::U16 => {}
            }
        };
    }
    merge!(I32: i32, U32: u32, I64: i64, U64: u64);
}

/// `bytes[at..at + len]`, if it is there.
pub(super) fn slice(bytes: &[u8], at: u64, len: u64) -> Option<&[u8]> {
    let at = usize::try_from(at).ok()?;
    bytes.get(at..at.checked_add(usize::try_from(len).ok()?)?)
}

fn slice_mut(bytes: &mut [u8], at: u64, len: u64) -> Option<&mut [u8]> {
    let at = usize::try_from(at).ok()?;
    bytes.get_mut(at..at.checked_add(usize::try_from(len).ok()?)?)
}
