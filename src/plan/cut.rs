//! The cut of a grid: the axis, and how each binding divides along it.

use super::check::check;
use super::derive::{self, Derived};
use super::distribution::{Axis, Distribution, Kind};
use super::spread::{Reads, Spread, Writes, hull};
use super::{Refusal, Request};
use crate::access::Facts;
use crate::error::{Error, Result};
use crate::kernel::{Binding, BindingUse};

/// A cut that is right: each binding's part in it, `None` for uniforms.
pub(super) struct Cut {
    pub axis: Axis,
    pub bindings: Vec<Option<Derived>>,
}

impl Cut {
    /// The cut that the user states, with what is not stated worked out.
    pub fn stated(request: &Request<'_>, facts: &Facts) -> Result<Self> {
        let axis = request.axis.unwrap_or_default();
        let all = request.folded.interface.bindings.iter();
        let all = all
            .zip(&request.folded.uses)
            .zip(request.distributions)
            .enumerate();
        let bindings = all.map(|(index, ((binding, uses), stated))| {
            if !binding.is_storage() {
                return Ok(None);
            }
            let refuse = |(line, why): (u32, String)| Error::Distribution {
                kernel: request.kernel.to_owned(),
                binding: binding.name.clone(),
                line,
                why,
            };
            if let Some(stated) = stated {
                check(binding, uses, *stated).map_err(refuse)?;
                return Ok(Some(asserted(binding, uses, *stated)));
            }
            let derived = derive::derive(request, facts, index, axis);
            derived.map(Some).map_err(|(line, why)| {
                refuse((
                    line,
                    format!("no distribution was stated for it, and none can be proven: {why}"),
                ))
            })
        });
        Ok(Self {
            axis,
            bindings: bindings.collect::<Result<_>>()?,
        })
    }

    /// The cut that is proven to be right, along the axis that moves the fewest bytes.
    pub fn proven(request: &Request<'_>, facts: &Facts) -> Result<Self, Refusal> {
        let folded = request.folded;
        if facts.gave_up {
            let why = "the kernel is too long to be followed".to_owned();
            return Err(Refusal::of_launch(folded, why));
        }
        let mut best: Option<(u64, Self)> = None;
        let mut first = None;
        for axis in [Axis::Z, Axis::Y, Axis::X] {
            let wanted = request.axis.is_none_or(|wanted| wanted == axis);
            if !wanted || axis.of(request.grid) < 2 {
                continue;
            }
            match Self::along(request, facts, axis) {
                Ok((cost, cut)) => {
                    if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                        best = Some((cost, cut));
                    }
                }
                Err(refusal) => {
                    first.get_or_insert(refusal);
                }
            }
        }
        if let Some((_, cut)) = best {
            return Ok(cut);
        }
        Err(first.unwrap_or_else(|| {
            let along = request
                .axis
                .map_or(String::new(), |axis| format!(" along {axis}"));
            let why = format!("the grid is a single workgroup{along}: there is nothing to divide");
            Refusal::of_launch(folded, why)
        }))
    }

    /// The cut along an axis, and how many bytes it moves.
    fn along(request: &Request<'_>, facts: &Facts, axis: Axis) -> Result<(u64, Self), Refusal> {
        let total = axis.of(request.grid);
        let mut bindings = Vec::new();
        let mut step = 1;
        for (index, binding) in request.folded.interface.bindings.iter().enumerate() {
            if !binding.is_storage() {
                bindings.push(None);
                continue;
            }
            let refuse = |(line, why): (u32, String)| Refusal {
                binding: binding.name.clone(),
                line,
                why,
            };
            let derived = derive::derive(request, facts, index, axis).map_err(refuse)?;
            step = derive::lcm(step, derived.spread.block());
            if step >= total {
                let why = format!(
                    "chunks would be multiples of {step} workgroups along {axis}, and the grid has {total}"
                );
                return Err(refuse((derived.line, why)));
            }
            bindings.push(Some(derived));
        }
        let cost = cost(request, &bindings, total, step);
        Ok((cost, Self { axis, bindings }))
    }
}

/// A binding of a launch that runs whole.
pub(super) fn whole(binding: &Binding, uses: &BindingUse) -> Derived {
    let is_read = !binding.is_storage() || uses.read.is_some() || !uses.atomics.is_empty();
    Derived {
        spread: Spread::Broadcast,
        read: if is_read {
            Reads::Broadcast
        } else {
            Reads::None
        },
        write: if uses.any_write().is_some() {
            Writes::Whole
        } else {
            Writes::None
        },
        line: binding.line,
        reason: "",
    }
}

/// A binding with a distribution that the caller states.
fn asserted(binding: &Binding, uses: &BindingUse, stated: Distribution) -> Derived {
    let is_read = uses.read.is_some() || !uses.atomics.is_empty();
    let (read, write) = match stated.0 {
        Kind::Split {
            before: 0,
            after: 0,
            ..
        } => (Reads::Split, Writes::Split),
        Kind::Split { .. } => (Reads::Halo, Writes::None),
        Kind::Broadcast => (Reads::Broadcast, Writes::None),
        Kind::Reduce(op) => (Reads::None, Writes::Reduce(op)),
    };
    Derived {
        spread: Spread::Stated(stated),
        read: if is_read { read } else { Reads::None },
        write: if uses.any_write().is_some() {
            write
        } else {
            Writes::None
        },
        line: binding.line,
        reason: "asserted by the caller",
    }
}

/// Bytes that a cut into a few chunks moves, to compare axes by.
fn cost(request: &Request<'_>, bindings: &[Option<Derived>], total: u32, step: u32) -> u64 {
    // Two, which every axis that can be cut has: as many devices for all.
    const CHUNKS: u32 = 2;
    let each = total.div_ceil(CHUNKS).next_multiple_of(step.max(1));
    let mut bytes = 0u64;
    let all = request.folded.interface.bindings.iter().zip(request.lens);
    for ((binding, len), derived) in all.zip(bindings) {
        let Some(derived) = derived else {
            continue;
        };
        let mut start = 0u32;
        while start < total {
            let chunk = start..start.saturating_add(each).min(total);
            start = chunk.end;
            let elements = match &derived.spread {
                Spread::Windows {
                    hold: Some(hold), ..
                } => {
                    let window = hull(hold, &chunk, *len);
                    window.end - window.start
                }
                _ if derived.read == Reads::None && derived.write == Writes::None => 0,
                _ => *len,
            };
            bytes = bytes.saturating_add(u64::from(elements).saturating_mul(binding.stride()));
        }
    }
    bytes
}
