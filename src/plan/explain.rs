//! A plan as text: the windows as formulas in the kernel's own names.

use std::fmt;

use super::distribution::Axis;
use super::spread::{Spread, Writes};
use super::{BindingPlan, Plan, Reads, Refusal};
use crate::access::{Bound, Extent, Facts};
use crate::kernel::Folded;

/// Names that the kernel has for what formulas are made of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    /// Of the global invocation id along the split axis.
    id: String,
    /// Of uniforms by which an id is multiplied, with their values in this launch.
    factors: Vec<(i128, String)>,
}

impl Names {
    pub fn of(folded: &Folded, facts: &Facts, axis: Option<Axis>) -> Self {
        let Some(axis) = axis else {
            return Self::default();
        };
        let bindings = &folded.interface.bindings;
        let factors = facts.factors.iter().filter_map(|(binding, offset, value)| {
            let binding = bindings.get(*binding)?;
            Some((*value, binding.layout.name_at(&binding.name, *offset)))
        });
        Self {
            id: axis.of(folded.id_names.each_ref()).clone(),
            factors: factors.collect(),
        }
    }

    /// A number, by its name if it has one.
    fn number(&self, value: i128) -> String {
        let named = self
            .factors
            .iter()
            .find(|(of, _)| *of == value && value > 1);
        named.map_or_else(|| value.to_string(), |(_, name)| name.clone())
    }

    /// `slope · id + offset`, as multiples of the slope as far as they go; `past`: it is the end of a range.
    fn line(&self, slope: i128, offset: i128, past: bool) -> String {
        if slope == 0 {
            return self.number(offset);
        }
        let steps = (offset - i128::from(past)).div_euclid(slope);
        let rest = offset - steps * slope;
        let id = match (steps, slope) {
            (0, _) => self.id.clone(),
            (steps, 1) => format!("{} {} {}", self.id, sign(steps), steps.abs()),
            (steps, _) => format!("({} {} {})", self.id, sign(steps), steps.abs()),
        };
        let id = match slope {
            1 => id,
            slope => format!("{id}*{}", self.number(slope)),
        };
        match rest {
            0 => id,
            rest => format!("{id} + {}", self.number(rest)),
        }
    }
}

fn sign(number: i128) -> char {
    if number < 0 { '-' } else { '+' }
}

impl Plan {
    /// Why a binding is spread as it is, with the elements that an invocation touches.
    pub fn explain(&self, binding: &BindingPlan) -> String {
        let mut text = String::new();
        if let Spread::Windows { hold, commit, .. } = &binding.spread {
            let (verb, extents) = match (binding.read, binding.write) {
                (_, Writes::None) => ("reads", hold.as_deref()),
                (Reads::Split, _) => ("reads and writes", hold.as_deref()),
                _ => ("writes", Some(&**commit)),
            };
            let ranges = self.ranges(extents.unwrap_or_default());
            let ranges: Vec<_> = ranges
                .into_iter()
                .map(|range| format!("{}[{range}", binding.name))
                .collect();
            if !ranges.is_empty() {
                text = format!("{verb} {}: ", ranges.join(", "));
            }
        }
        text + &format!("{} ({}:{})", binding.reason, self.kernel, binding.line)
    }

    /// The elements that one invocation along the axis touches: `first .. end)`.
    fn ranges(&self, extents: &[Extent]) -> Vec<String> {
        let mut ranges: Vec<Lines> = Vec::new();
        for lines in extents.iter().filter_map(|extent| self.lines(extent)) {
            match ranges.iter_mut().find(|other| other.is_parallel(&lines)) {
                Some(other) => {
                    other.first = other.first.min(lines.first);
                    other.end = other.end.max(lines.end);
                }
                None => ranges.push(lines),
            }
        }
        let ranges = ranges.into_iter().map(|lines| {
            let first = self.names.line(lines.slopes.0, lines.first, false);
            let end = self.names.line(lines.slopes.1, lines.end, true);
            let repeats = lines.repeats.iter().map(|(distance, count)| {
                format!(", {count} times {} apart", self.names.number(*distance))
            });
            format!("{first} .. {end}){}", repeats.collect::<String>())
        });
        ranges.collect()
    }

    /// The lines between which the elements of an extent lie, by invocations.
    fn lines(&self, extent: &Extent) -> Option<Lines> {
        let size = i128::from(self.axis?.of(self.workgroup_size)) * i128::from(extent.block);
        // By whole elements: of two lines that rise alike, if there are such, else of any.
        let by_invocation = |bound: &Bound| {
            let unit = bound.divisor * size;
            (bound.slope % unit == 0).then_some(bound.slope / unit)
        };
        let lows = extent
            .low
            .iter()
            .filter_map(|low| Some((low, by_invocation(low)?)));
        let pairs = lows.flat_map(|(low, from)| {
            let highs = extent.high.iter();
            let highs = highs.filter_map(move |high| Some((high, by_invocation(high)?)));
            highs.map(move |(high, to)| (low, from, high, to))
        });
        let (low, from, high, to) =
            pairs.min_by_key(|(_, from, _, to)| (from != to, *from == 0, *to == 0))?;
        Some(Lines {
            slopes: (from, to),
            first: low.ceil(0),
            // The bound is that of the block's last invocation.
            end: high.floor(0) + 1 - (to * (size - 1)).max(0),
            repeats: extent.repeats.clone(),
        })
    }
}

/// `slopes.0 · id + first .. slopes.1 · id + end)`
struct Lines {
    slopes: (i128, i128),
    first: i128,
    end: i128,
    repeats: Vec<(i128, i128)>,
}

impl Lines {
    fn is_parallel(&self, other: &Self) -> bool {
        self.slopes.0 == self.slopes.1
            && self.slopes == other.slopes
            && self.repeats.is_empty()
            && other.repeats.is_empty()
    }
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
        match (self.axis, &self.refused) {
            (Some(axis), _) => writeln!(f, "cut along {axis}, {} workgroups at a time", self.step)?,
            (None, Some(refusal)) => writeln!(f, "runs whole on one device: {refusal}")?,
            (None, None) => writeln!(f, "runs whole on one device")?,
        }
        for binding in &self.bindings {
            write!(
                f,
                "  {}: {} x {} bytes",
                binding.name, binding.len, binding.stride
            )?;
            match (binding.distribution, self.axis) {
                (Some(distribution), _) => write!(f, ", {distribution} (asserted by the caller)")?,
                (None, Some(_)) if !binding.uniform => {
                    write!(f, ", read {}, written {}", binding.read, binding.write)?;
                }
                (None, _) => write!(f, ", whole")?,
            }
            match binding.guarded {
                0 => writeln!(f)?,
                1 => writeln!(f, ", 1 access guarded")?,
                guarded => writeln!(f, ", {guarded} accesses guarded")?,
            }
            if binding.distribution.is_none() && self.axis.is_some() && !binding.uniform {
                writeln!(f, "      {}", self.explain(binding))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.binding.is_empty() {
            write!(f, "{:?}, ", self.binding)?;
        }
        write!(f, "line {}: {}", self.line, self.why)
    }
}
