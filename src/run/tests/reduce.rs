//! Reductions: each chunk starts from the identity, and the old content is taken in once.

use super::executor::Executor;
use super::recorder::{Recorder, Settings, TOTAL, task};
use super::{Coordinator, lanes};
use crate::kernel::{Constants, HostType, Kernel};
use crate::plan::{Distribution, ReduceOp};
use crate::run::arguments::Value;
use crate::run::job::Job;

#[test]
fn merge_once() {
    let ops = [ReduceOp::Sum, ReduceOp::Min, ReduceOp::Max];
    for (op, scalar) in ops
        .into_iter()
        .flat_map(|op| ["u32", "i32"].map(|scalar| (op, scalar)))
    {
        for max_chunk in [1, 5, TOTAL] {
            check(op, scalar, max_chunk);
        }
    }
}

/// One array of atomics under `op`, in chunks of `max_chunk` on two devices.
fn check(op: ReduceOp, scalar: &str, max_chunk: u32) {
    /// The twin: each workgroup w puts -w, w * 1000 and w into the elements.
    fn reduce(job: &Job, buffers: &mut [Vec<u8>], merge: fn(i64, i64) -> i64, signed: bool) {
        let (words, _) = buffers[0].as_chunks_mut::<4>();
        for w in job.chunk.clone() {
            for (word, value) in words.iter_mut().zip(values(w)) {
                let old = widen(u32::from_ne_bytes(*word), signed);
                *word = (merge(old, widen(value, signed)) as u32).to_ne_bytes();
            }
        }
    }
    fn values(w: u32) -> [u32; 3] {
        [w.wrapping_neg(), w * 1000, w]
    }
    fn widen(word: u32, signed: bool) -> i64 {
        if signed {
            word.cast_signed().into()
        } else {
            word.into()
        }
    }
    let (name, merge): (_, fn(i64, i64) -> i64) = match op {
        ReduceOp::Sum => ("Add", |a, b| a.wrapping_add(b)),
        ReduceOp::Min => ("Min", |a, b| a.min(b)),
        ReduceOp::Max => ("Max", |a, b| a.max(b)),
        ReduceOp::And => ("And", |a, b| a & b),
        ReduceOp::Or => ("Or", |a, b| a | b),
        ReduceOp::Xor => ("Xor", |a, b| a ^ b),
    };
    let signed = scalar == "i32";
    let kernel: fn(&Job, &mut [Vec<u8>]) = match (op, signed) {
        (ReduceOp::Sum, false) => |job, b| reduce(job, b, |a, b| a.wrapping_add(b), false),
        (ReduceOp::Sum, true) => |job, b| reduce(job, b, |a, b| a.wrapping_add(b), true),
        (ReduceOp::Min, false) => |job, b| reduce(job, b, |a, b| a.min(b), false),
        (ReduceOp::Min, true) => |job, b| reduce(job, b, |a, b| a.min(b), true),
        (ReduceOp::Max, false) => |job, b| reduce(job, b, |a, b| a.max(b), false),
        (ReduceOp::Max, true) => |job, b| reduce(job, b, |a, b| a.max(b), true),
        (ReduceOp::And, _) => |job, b| reduce(job, b, |a, b| a & b, false),
        (ReduceOp::Or, _) => |job, b| reduce(job, b, |a, b| a | b, false),
        (ReduceOp::Xor, _) => |job, b| reduce(job, b, |a, b| a ^ b, false),
    };
    let wgsl = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<atomic<{scalar}>>;
        @compute @workgroup_size(1) fn main(@builtin(workgroup_id) w: vec3<u32>) {{
            atomic{name}(&out[0], {scalar}(w.x));
        }}"
    );
    let folded = Kernel::from_wgsl("reduce.wgsl", wgsl).unwrap();
    let folded = folded.fold(&Constants::new()).unwrap();
    let old = [5u32, 5, u32::MAX - 3];
    let mut out = old;
    let executor = Executor::queued();
    let recorders = (0..2).map(|_| {
        let mut recorder = Recorder::new(executor.clone(), None);
        recorder.kernel = kernel;
        recorder
    });
    let bytes = bytemuck::cast_slice_mut(&mut out);
    let ty = if signed {
        HostType::of::<i32>()
    } else {
        HostType::of::<u32>()
    };
    let task = task(
        &folded,
        vec![("out", Value::Write(bytes, ty))],
        &[Some(Distribution::reduce(op))],
        Settings::default(),
        2,
    );
    let lanes = lanes(recorders.collect(), max_chunk);
    executor
        .drive(&mut Coordinator::new(task, lanes), 0)
        .unwrap();
    let mut want = old;
    for w in 0..TOTAL {
        for (word, value) in want.iter_mut().zip(values(w)) {
            *word = merge(widen(*word, signed), widen(value, signed)) as u32;
        }
    }
    assert_eq!(out, want, "{op} of {scalar}, chunks of {max_chunk}");
}
