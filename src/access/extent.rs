//! The elements that a block of workgroups touches, as a function of its number, and when those of
//! different blocks are apart.

use std::ops::Range;

use super::linear::times;

/// `(slope · block + constant) / divisor`, a real number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bound {
    pub slope: i128,
    pub constant: i128,
    pub divisor: i128,
}

/// Elements from `low` to `high` (both included), and the same again at each of the repeats. Where
/// several bounds are known, all of them hold: a line that rises with the blocks, and the end that a guard sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Workgroups along the axis that make up a block.
    pub block: u32,
    pub low: Vec<Bound>,
    pub high: Vec<Bound>,
    /// Distances and how often each, the shortest distance first.
    pub repeats: Vec<(i128, i128)>,
    /// The blocks in which anything is touched at all, first and last: one where `if (id.x == 0u)` stands before it.
    pub only: (i128, i128),
}

/// At most so many ranges are committed for a chunk.
pub(crate) const MAX_PIECES: i128 = 1 << 16;

impl Bound {
    pub fn number(constant: i128) -> Self {
        Self {
            slope: 0,
            constant,
            divisor: 1,
        }
    }

    pub fn floor(&self, block: i128) -> i128 {
        let value = self.at(block);
        if self.divisor == 1 {
            return value;
        }
        value.div_euclid(self.divisor)
    }

    pub fn ceil(&self, block: i128) -> i128 {
        let value = self.at(block);
        if self.divisor == 1 {
            return value;
        }
        -value.saturating_neg().div_euclid(self.divisor)
    }

    /// The value at a block, times the divisor.
    fn at(&self, block: i128) -> i128 {
        let slope = times(self.slope, block).unwrap_or_else(|| self.slope.saturating_mul(block));
        slope.saturating_add(self.constant)
    }

    /// Whether rounding does not bend the line.
    fn is_straight(&self) -> bool {
        self.divisor == 1 || self.slope % self.divisor == 0
    }
}

impl Extent {
    /// First and last element of the blocks `first..=last`, without the repeats.
    pub fn base(&self, first: i128, last: i128) -> (i128, i128) {
        let (first, last) = (first.max(self.only.0), last.min(self.only.1));
        if first > last {
            return (0, -1);
        }
        let lows = self
            .low
            .iter()
            .map(|low| low.ceil(first).min(low.ceil(last)));
        let highs = self
            .high
            .iter()
            .map(|high| high.floor(first).max(high.floor(last)));
        let (low, high) = (
            lows.max().unwrap_or(i128::MIN),
            highs.min().unwrap_or(i128::MAX),
        );
        (low, high)
    }

    /// First and last element of the blocks `first..=last`.
    pub fn hull(&self, first: i128, last: i128) -> (i128, i128) {
        let (low, high) = self.base(first, last);
        if low > high {
            return (low, high);
        }
        (low, high.saturating_add(self.reach()))
    }

    /// The most elements from the first of this one to the last of another, wherever a chunk lies: given the blocks
    /// of the first and of the last place. Between two lines the distance changes evenly from place to
    /// place, so it is largest at one of the ends, but for the rounding.
    pub fn width_to(
        &self,
        other: &Self,
        own: [(i128, i128); 2],
        others: [(i128, i128); 2],
    ) -> i128 {
        let widest = |low: &Bound, high: &Bound| {
            let widths = own.iter().zip(others).map(|((first, last), (from, to))| {
                let low = low.ceil(*first).min(low.ceil(*last));
                let high = high.floor(from).max(high.floor(to));
                high.saturating_sub(low)
            });
            widths.max().unwrap_or(0).saturating_add(3)
        };
        let pairs = self
            .low
            .iter()
            .flat_map(|low| other.high.iter().map(move |high| (low, high)));
        let least = pairs.map(|(low, high)| widest(low, high)).min();
        least.unwrap_or(i128::MAX).saturating_add(other.reach())
    }

    /// How far the last repeat is from the first.
    fn reach(&self) -> i128 {
        let reach = |(distance, count): &(i128, i128)| distance.saturating_mul(count - 1);
        self.repeats.iter().map(reach).fold(0, i128::saturating_add)
    }

    /// The blocks in which a chunk of workgroups lies: it is made of whole ones.
    pub fn blocks(&self, chunk: &Range<u32>) -> (i128, i128) {
        let block = self.block.max(1);
        let last = chunk.end.saturating_sub(1) / block;
        (i128::from(chunk.start / block), i128::from(last))
    }

    /// The same for larger blocks.
    pub fn in_blocks_of(&self, block: u32) -> Self {
        let times = i128::from(block / self.block.max(1)).max(1);
        let widen = |bound: &Bound, up: bool| {
            let most = bound.slope * (times - 1);
            Bound {
                slope: bound.slope * times,
                constant: bound.constant + if up { most.max(0) } else { most.min(0) },
                divisor: bound.divisor,
            }
        };
        Self {
            block,
            low: self.low.iter().map(|low| widen(low, false)).collect(),
            high: self.high.iter().map(|high| widen(high, true)).collect(),
            repeats: self.repeats.clone(),
            only: (self.only.0.div_euclid(times), self.only.1.div_euclid(times)),
        }
    }

    /// Whether the two differ in their constants only.
    pub fn is_parallel(&self, other: &Self) -> bool {
        let same = |a: &[Bound], b: &[Bound]| {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len() && pairs.all(|(a, b)| (a.slope, a.divisor) == (b.slope, b.divisor))
        };
        (self.block, &self.repeats, self.only) == (other.block, &other.repeats, other.only)
            && same(&self.low, &other.low)
            && same(&self.high, &other.high)
    }

    /// Widens it by one that [is parallel](Self::is_parallel).
    pub fn cover(&mut self, other: &Self) {
        for (low, other) in self.low.iter_mut().zip(&other.low) {
            low.constant = low.constant.min(other.constant);
        }
        for (high, other) in self.high.iter_mut().zip(&other.high) {
            high.constant = high.constant.max(other.constant);
        }
    }

    /// Whether the ranges of different blocks do not meet: this one's of a block and the other's of
    /// another, whichever comes first. Both count the same blocks, `0..=last`.
    pub fn is_apart(&self, other: &Self, last: i128) -> bool {
        if last <= 0 {
            return true;
        }
        // All in one block, and so in one chunk.
        if self.only.0 == self.only.1 && self.only == other.only {
            return true;
        }
        let (a, b) = (self.hull(0, last), other.hull(0, last));
        if a.0 > a.1 || b.0 > b.1 || a.1 < b.0 || b.1 < a.0 {
            return true;
        }
        if self.repeats != other.repeats {
            return false;
        }
        // The repeats of all blocks together lie side by side, so that only ranges of the same repeat can
        // meet.
        let (a, mut b) = (self.base(0, last), other.base(0, last));
        let shifted;
        let mut other = other;
        if let [(distance, count)] = *self.repeats.as_slice()
            && a.0.abs_diff(b.0) >= distance.unsigned_abs() / 2
        {
            // Moved by whole distances, and without an end, the repeats are still the same.
            let by = (b.0 - a.0 + distance / 2).div_euclid(distance) * distance;
            let mut moved = other.clone();
            for bound in moved.low.iter_mut().chain(&mut moved.high) {
                bound.constant -= by * bound.divisor;
            }
            moved.repeats = vec![(distance, count)];
            shifted = moved;
            other = &shifted;
            b = other.base(0, last);
        }
        let mut width = a.1.max(b.1) - a.0.min(b.0) + 1;
        for (distance, count) in &self.repeats {
            if width > *distance {
                return false;
            }
            width = width.saturating_add(distance.saturating_mul(count - 1));
        }
        (ascends(self, other, last) && ascends(other, self, last))
            || (descends(self, other, last) && descends(other, self, last))
    }

    /// The elements of a chunk, clipped to those that exist: ranges in order, apart.
    pub fn ranges(&self, chunk: &Range<u32>, len: u32) -> Vec<Range<u32>> {
        let (first, last) = self.blocks(chunk);
        let (low, high) = self.base(first, last);
        if low > high {
            return Vec::new();
        }
        let mut starts = vec![0i128];
        for (distance, count) in &self.repeats {
            let starts_before = starts.clone();
            for repeat in 1..*count {
                let by = distance.saturating_mul(repeat);
                if low.saturating_add(by) >= i128::from(len) {
                    break;
                }
                starts.extend(starts_before.iter().map(|start| start.saturating_add(by)));
            }
        }
        starts.sort_unstable();
        let clip = |at: i128| u32::try_from(at.clamp(0, i128::from(len))).unwrap_or(len);
        let ranges = starts
            .into_iter()
            .map(|by| clip(low.saturating_add(by))..clip(high.saturating_add(by + 1)));
        ranges.filter(|range| range.start < range.end).collect()
    }
}

/// Whether all of `a` in a block lies below all of `b` in every later block.
fn ascends(a: &Extent, b: &Extent, last: i128) -> bool {
    any_pair(&a.high, &b.low, |high, low| {
        high.slope >= 0
            && low.slope >= 0
            && steps_over(high, low, 0, 1)
            && steps_over(high, low, last - 1, last)
    })
}

/// Whether all of `a` in a block lies above all of `b` in every later block.
fn descends(a: &Extent, b: &Extent, last: i128) -> bool {
    any_pair(&b.high, &a.low, |high, low| {
        high.slope <= 0
            && low.slope <= 0
            && steps_over(high, low, 1, 0)
            && steps_over(high, low, last, last - 1)
    })
}

fn any_pair(highs: &[Bound], lows: &[Bound], holds: impl Fn(&Bound, &Bound) -> bool) -> bool {
    highs
        .iter()
        .any(|high| lows.iter().any(|low| holds(high, low)))
}

/// Whether `high` at one block is below `low` at another. Where rounding bends a line, the real
/// numbers have to be apart, whose difference changes evenly from block to block.
fn steps_over(high: &Bound, low: &Bound, high_at: i128, low_at: i128) -> bool {
    if high.is_straight() && low.is_straight() {
        return high.floor(high_at) < low.ceil(low_at);
    }
    let at =
        |bound: &Bound, block: i128| bound.slope.checked_mul(block)?.checked_add(bound.constant);
    let (Some(h), Some(l)) = (at(high, high_at), at(low, low_at)) else {
        return false;
    };
    match (h.checked_mul(low.divisor), l.checked_mul(high.divisor)) {
        (Some(h), Some(l)) => h < l,
        _ => false,
    }
}
