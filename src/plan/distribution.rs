//! How a binding relates to the grid.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A dimension of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Axis {
    /// The first.
    #[default]
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// 0, 1 or 2.
    pub const fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }

    pub(crate) fn of<T: Copy>(self, [x, y, z]: [T; 3]) -> T {
        match self {
            Self::X => x,
            Self::Y => y,
            Self::Z => z,
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.of(["x", "y", "z"]))
    }
}

impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "x" | "X" => Ok(Self::X),
            "y" | "Y" => Ok(Self::Y),
            "z" | "Z" => Ok(Self::Z),
            _ => Err(format!("{text:?} is no axis: write x, y or z")),
        }
    }
}

/// A number of elements per invocation: whole, or a fraction where one element serves several.
///
/// `4u32.into()` is four elements for each invocation, `(1, 4).into()` one element for four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ratio {
    elements: u32,
    invocations: u32,
}

impl From<u32> for Ratio {
    fn from(elements: u32) -> Self {
        Self {
            elements,
            invocations: 1,
        }
    }
}

impl From<i32> for Ratio {
    /// A negative number is as invalid as zero, and refused where the launch is planned.
    fn from(elements: i32) -> Self {
        u32::try_from(elements).unwrap_or(0).into()
    }
}

impl From<usize> for Ratio {
    /// A number beyond `u32` is as invalid as zero, and refused where the launch is planned.
    fn from(elements: usize) -> Self {
        u32::try_from(elements).unwrap_or(0).into()
    }
}

impl From<(u32, u32)> for Ratio {
    fn from((elements, invocations): (u32, u32)) -> Self {
        Self {
            elements,
            invocations,
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.invocations {
            1 => write!(f, "{}", self.elements),
            invocations => write!(f, "{}/{invocations}", self.elements),
        }
    }
}

/// How copies of a binding are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum ReduceOp {
    /// Wrapping sum.
    Sum,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl fmt::Display for ReduceOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sum => "sum",
            Self::Min => "min",
            Self::Max => "max",
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
        })
    }
}

/// How a binding relates to the grid: which elements a chunk of workgroups touches.
///
/// Elements are those of the array (or of the runtime-sized tail of a struct), in the type that
/// the WGSL gives them. A chunk touches one contiguous range of them, so a row-major array of rows
/// divides along the axis that counts rows.
///
/// ```
/// use polygpu::{Distribution, ReduceOp};
///
/// let width = 640;
/// Distribution::split(1);              // invocation i touches element i
/// Distribution::split(width);          // along y: row i of an image
/// Distribution::split((1, 4));         // four invocations share an element
/// Distribution::halo(width, 1, 1);     // row i, and the rows above and below it are read
/// Distribution::broadcast();           // all of it is read by all
/// Distribution::reduce(ReduceOp::Sum); // atomicAdd, by all
///
/// // As text: in messages, and in another form for command lines.
/// assert_eq!(Distribution::halo(640, 1, 1).to_string(), "halo(640, 1, 1)");
/// assert_eq!("halo:640:1:1".parse(), Ok(Distribution::halo(640, 1, 1)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Distribution(pub(crate) Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Split { per: Ratio, before: u32, after: u32 },
    Broadcast,
    Reduce(ReduceOp),
}

impl Distribution {
    /// Invocation i along the axis touches elements `i*n .. (i+1)*n` only.
    pub fn split(n: impl Into<Ratio>) -> Self {
        Self::halo(n, 0, 0)
    }

    /// As [`split`](Self::split), and the elements of up to `before` and `after` neighbouring
    /// invocations are read too (clipped at the ends). Only for bindings that are not written.
    pub fn halo(n: impl Into<Ratio>, before: u32, after: u32) -> Self {
        Self(Kind::Split {
            per: n.into(),
            before,
            after,
        })
    }

    /// Every chunk may read every element. Only for bindings that are not written.
    pub const fn broadcast() -> Self {
        Self(Kind::Broadcast)
    }

    /// Every chunk updates its own copy, filled with the operation's identity, by atomics of that
    /// operation alone; the copies and the old content are put together at the end. Only for
    /// integers.
    pub const fn reduce(op: ReduceOp) -> Self {
        Self(Kind::Reduce(op))
    }
}

impl Kind {
    /// The elements that invocations `invocations` touch, of `len`.
    pub(crate) fn window(self, invocations: Range<u64>, len: u64) -> Range<u64> {
        let Self::Split { per, before, after } = self else {
            return 0..len;
        };
        let (n, d) = (u128::from(per.elements), u128::from(per.invocations.max(1)));
        let first = u128::from(invocations.start.saturating_sub(u64::from(before)));
        let end = u128::from(invocations.end) + u128::from(after);
        let clip = |elements: u128| u64::try_from(elements).unwrap_or(u64::MAX).min(len);
        let (start, end) = (clip(first * n / d), clip((end * n).div_ceil(d)));
        start.min(end)..end
    }

    /// The most elements that `count` invocations in a row touch, of `len`, wherever they begin at a
    /// multiple of `align`.
    pub(crate) fn most(self, count: u64, align: u64, len: u64) -> u64 {
        let Self::Split { per, before, after } = self else {
            return len;
        };
        let (n, d) = (u64::from(per.elements), u64::from(per.invocations.max(1)));
        // The first invocation begins a number of d-ths into its element: a multiple of `apart`, less
        // what those before it take. The window is largest where that number is.
        let apart = gcd((align % d) * (n % d), d);
        let taken = (u64::from(before) % d) * (n % d) % d;
        let into = d - apart + (d - taken) % apart;
        let reach = u128::from(count) + u128::from(before) + u128::from(after);
        let elements = (u128::from(into) + reach * u128::from(n)).div_ceil(d.into());
        u64::try_from(elements).unwrap_or(u64::MAX).min(len)
    }

    /// The number of workgroups (of `size` invocations) that a cut must keep together, so that no
    /// element lies on both sides.
    pub(crate) fn step(self, size: u32) -> u32 {
        match self {
            Self::Split { per, .. } => {
                let elements = u64::from(size) * u64::from(per.elements);
                let d = u64::from(per.invocations.max(1));
                u32::try_from(d / gcd(elements, d)).unwrap_or(u32::MAX)
            }
            Self::Broadcast | Self::Reduce(_) => 1,
        }
    }

    pub(crate) fn is_windowed(self) -> bool {
        matches!(self, Self::Split { .. })
    }

    /// Why this distribution means nothing, if it does.
    pub(crate) fn nonsense(self) -> Option<&'static str> {
        match self {
            Self::Split { per, .. } if per.elements == 0 => {
                Some("zero elements per invocation (or a number beyond u32)")
            }
            Self::Split { per, .. } if per.invocations == 0 => Some("a fraction of zero"),
            _ => None,
        }
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Split {
                per,
                before: 0,
                after: 0,
            } => write!(f, "split({per})"),
            Kind::Split { per, before, after } => write!(f, "halo({per}, {before}, {after})"),
            Kind::Broadcast => f.write_str("broadcast"),
            Kind::Reduce(op) => write!(f, "reduce({op})"),
        }
    }
}

impl FromStr for Distribution {
    type Err = String;

    /// `split:N`, `split:N/D`, `halo:N:BEFORE:AFTER`, `broadcast`, `reduce:sum|min|max|and|or|xor`.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            text.parse::<u32>()
                .map_err(|_| format!("{text:?} is not a whole number"))
        };
        let ratio = |text: &str| match text.split_once('/') {
            Some((n, d)) => Ok::<Ratio, String>((number(n)?, number(d)?).into()),
            None => Ok(number(text)?.into()),
        };
        let parts: Vec<_> = text.split(':').collect();
        match *parts.as_slice() {
            ["split", n] => Ok(Self::split(ratio(n)?)),
            ["halo", n, before, after] => {
                Ok(Self::halo(ratio(n)?, number(before)?, number(after)?))
            }
            ["broadcast"] => Ok(Self::broadcast()),
            ["reduce", "sum"] => Ok(Self::reduce(ReduceOp::Sum)),
            ["reduce", "min"] => Ok(Self::reduce(ReduceOp::Min)),
            ["reduce", "max"] => Ok(Self::reduce(ReduceOp::Max)),
            ["reduce", "and"] => Ok(Self::reduce(ReduceOp::And)),
            ["reduce", "or"] => Ok(Self::reduce(ReduceOp::Or)),
            ["reduce", "xor"] => Ok(Self::reduce(ReduceOp::Xor)),
            _ => Err(format!(
                "{text:?} is no distribution: write split:N, halo:N:BEFORE:AFTER, broadcast, or reduce:sum|min|max|and|or|xor"
            )),
        }
    }
}
