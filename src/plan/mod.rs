//! Stage 5, plan: the grid, the distributions and what they mean for each binding; pure data.

mod distribution;
mod fit;

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use naga::AtomicFunction;

pub use distribution::{Axis, Distribution, Ratio, ReduceOp};
pub(crate) use distribution::{Kind, gcd};
pub(crate) use fit::{ALIGN, Fit, Limits, fit, kernel_reasons};

use crate::error::{Error, Result};
use crate::kernel::{Binding, BindingUse, Folded, Scalar};

/// What a launch is going to do: the grid, the axis along which it may be cut, and how each
/// binding is spread. Its `Display` is the explanation.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Plan {
    /// File or label of the kernel.
    pub kernel: String,
    /// Workgroups, `[x, y, z]`.
    pub grid: [u32; 3],
    /// Invocations of a workgroup.
    pub workgroup_size: [u32; 3],
    /// The dimension that is cut; `None` where the launch runs whole on one device.
    pub axis: Option<Axis>,
    /// The kernel's bindings in the order of its interface.
    pub bindings: Vec<BindingPlan>,
    /// Workgroups along the axis that a cut keeps together.
    pub step: u32,
    /// Whether accesses are held against the stated windows.
    pub checked: bool,
}

/// How one binding is spread.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BindingPlan {
    /// Its name.
    pub name: String,
    /// Its distribution; `None` for uniforms and in launches that run whole.
    pub distribution: Option<Distribution>,
    /// Elements of the whole binding.
    pub len: u32,
    /// Bytes from one element to the next.
    pub stride: u64,
    /// Bytes before the first element.
    pub header_bytes: u64,
    /// Whether the kernel may write it.
    pub written: bool,
    /// Whether it is a uniform.
    pub uniform: bool,
    /// Bytes that the kernel wants to be there, even for no elements.
    pub(crate) min_bytes: u64,
    /// What `reduce` adds up.
    pub(crate) scalar: Option<Scalar>,
}

/// A binding's length, as the launch supplies it.
pub(crate) struct Request<'a> {
    pub kernel: &'a str,
    pub folded: &'a Folded,
    pub grid: [u32; 3],
    /// Elements of each binding.
    pub lens: &'a [u32],
    /// What the user states, by binding.
    pub distributions: &'a [Option<Distribution>],
    pub axis: Option<Axis>,
    /// The user vouches for the distributions.
    pub trusted: bool,
}

impl Plan {
    /// Plans a launch, or says which distribution can't be right.
    pub(crate) fn new(request: &Request<'_>) -> Result<Self> {
        let folded = request.folded;
        let workgroup_size = folded.interface.workgroup_size;
        let spread = request.distributions.iter().any(Option::is_some);
        if request.axis.is_some() && !spread {
            return Err(Error::Launch {
                kernel: request.kernel.to_owned(),
                why: "an axis without distributions: state how each binding divides along it with `distribute`"
                    .to_owned(),
            });
        }
        let axis = spread.then(|| request.axis.unwrap_or_default());
        let mut step = 1u64;
        let mut bindings = Vec::new();
        let all = folded.interface.bindings.iter().zip(&folded.uses);
        for ((binding, uses), (len, stated)) in
            all.zip(request.lens.iter().zip(request.distributions))
        {
            let written = uses.any_write().is_some();
            let mut distribution = *stated;
            if let Some(axis) = axis
                && binding.is_storage()
            {
                let refuse = |line: u32, why: String| Error::Distribution {
                    kernel: request.kernel.to_owned(),
                    binding: binding.name.clone(),
                    line,
                    why,
                };
                let chosen = stated.unwrap_or(Distribution::broadcast());
                if stated.is_none()
                    && let Some(line) = uses.any_write()
                {
                    return Err(refuse(
                        line,
                        "the kernel writes this binding, and no distribution was stated for it"
                            .to_owned(),
                    ));
                }
                check(binding, uses, chosen).map_err(|(line, why)| refuse(line, why))?;
                let size = axis.of(workgroup_size);
                if written && chosen.0.is_windowed() {
                    let own = u64::from(chosen.0.step(size));
                    step = (step / gcd(step, own)).saturating_mul(own);
                }
                distribution = Some(chosen);
            }
            bindings.push(BindingPlan {
                name: binding.name.clone(),
                distribution,
                len: *len,
                stride: binding.stride(),
                header_bytes: binding.header_bytes(),
                written,
                uniform: !binding.is_storage(),
                min_bytes: binding.min_bytes(),
                scalar: binding.element().only_scalar(),
            });
        }
        let total = axis.map_or(1, |axis| axis.of(request.grid));
        let is_windowed = |b: &BindingPlan| b.distribution.is_some_and(|d| d.0.is_windowed());
        let checked = axis.is_some() && !request.trusted && bindings.iter().any(is_windowed);
        Ok(Self {
            kernel: request.kernel.to_owned(),
            grid: request.grid,
            workgroup_size,
            axis,
            checked,
            bindings,
            step: u32::try_from(step).unwrap_or(u32::MAX).min(total.max(1)),
        })
    }

    /// Workgroups along the split axis; a launch that runs whole is one indivisible piece.
    pub(crate) fn total(&self) -> u32 {
        self.axis.map_or(1, |axis| axis.of(self.grid))
    }

    /// The workgroups of a chunk, `[start, end)` in each dimension.
    pub(crate) fn extent(&self, chunk: &Range<u32>) -> [Range<u32>; 3] {
        let [x, y, z] = self.grid;
        let whole = [0..x, 0..y, 0..z];
        let Some(axis) = self.axis else {
            return whole;
        };
        let [x, y, z] = whole;
        match axis {
            Axis::X => [chunk.clone(), y, z],
            Axis::Y => [x, chunk.clone(), z],
            Axis::Z => [x, y, chunk.clone()],
        }
    }

    /// Whether a chunk is the whole grid.
    pub(crate) fn is_whole(&self, chunk: &Range<u32>) -> bool {
        *chunk == (0..self.total())
    }

    /// The elements of a binding that a chunk touches.
    pub(crate) fn window(&self, binding: &BindingPlan, chunk: &Range<u32>) -> Range<u32> {
        let whole = 0..binding.len;
        let (Some(axis), Some(distribution)) = (self.axis, binding.distribution) else {
            return whole;
        };
        let size = u64::from(axis.of(self.workgroup_size));
        let invocations = u64::from(chunk.start) * size..u64::from(chunk.end) * size;
        let window = distribution.0.window(invocations, u64::from(binding.len));
        let narrow = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        narrow(window.start)..narrow(window.end)
    }

    /// The most elements of a binding that a chunk of `workgroups` along the axis touches, wherever
    /// it lies.
    pub(crate) fn largest_window(&self, binding: &BindingPlan, workgroups: u32) -> u64 {
        let len = u64::from(binding.len);
        let (Some(axis), Some(distribution)) = (self.axis, binding.distribution) else {
            return len;
        };
        if workgroups >= self.total() {
            let window = self.window(binding, &(0..self.total()));
            return u64::from(window.end - window.start);
        }
        let size = u64::from(axis.of(self.workgroup_size));
        let align = size * u64::from(self.step);
        distribution
            .0
            .most(u64::from(workgroups) * size, align, len)
    }
}

impl BindingPlan {
    /// Bytes of `len` elements, with what comes before them.
    pub(crate) fn content_bytes(&self, len: u64) -> u64 {
        self.header_bytes + len * self.stride
    }

    /// Bytes of a buffer for `len` elements: as many as the kernel wants to be there at least (the
    /// guards send accesses that fail to element 0), in whole words.
    pub(crate) fn buffer_bytes(&self, len: u64) -> u64 {
        let content = self.content_bytes(len);
        content.max(self.min_bytes).next_multiple_of(4)
    }

    /// Whether the kernel can tell the length from the size of the buffer.
    pub(crate) fn is_exact(&self) -> bool {
        let len = u64::from(self.len);
        self.uniform || self.buffer_bytes(len) == self.content_bytes(len)
    }

    pub(crate) fn reduce(&self) -> Option<ReduceOp> {
        match self.distribution {
            Some(Distribution(Kind::Reduce(op))) => Some(op),
            _ => None,
        }
    }
}

/// Whether a distribution can be right, from how the kernel uses the binding.
fn check(
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

fn check_reduce(binding: &Binding, uses: &BindingUse, op: ReduceOp) -> Result<(), (u32, String)> {
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
        );
        if !matches {
            return Err((
                atomic.line,
                format!("this atomic operation is not of the kind that reduce({op}) puts together"),
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

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.grid;
        let [sx, sy, sz] = self.workgroup_size;
        writeln!(
            f,
            "{}: {x} x {y} x {z} workgroups of {sx} x {sy} x {sz}",
            self.kernel
        )?;
        match self.axis {
            Some(axis) => writeln!(f, "cut along {axis}, {} workgroups at a time", self.step)?,
            None => writeln!(f, "runs whole on one device: no distributions were stated")?,
        }
        for binding in &self.bindings {
            write!(
                f,
                "  {}: {} x {} bytes",
                binding.name, binding.len, binding.stride
            )?;
            match binding.distribution {
                Some(distribution) => writeln!(f, ", {distribution} (asserted by the caller)")?,
                None => writeln!(f, ", whole")?,
            }
        }
        Ok(())
    }
}
