//! What a write surely writes.
//!
//! An under-approximation, for which the question is turned round: for every element of a range there
//! must be an invocation that comes here with that index. So it is only answered where the way here is known
//! exactly (each condition bounds one id, none was dropped), outside of loops, for indices whose ids make up
//! a number system without gaps, as the x and y of `y * width + x` do.

use super::extent::{Bound, Extent, MAX_PIECES};
use super::linear::Linear;
use super::symbols::Why;
use super::walk::Walker;

/// A digit of an index.
struct Digit {
    part: Linear,
    weight: i128,
    /// The values that it takes.
    low: i128,
    high: i128,
    /// Whether a condition leaves some out.
    is_cut: bool,
}

impl Walker<'_> {
    /// The elements that every block of one workgroup along an axis surely writes.
    pub fn cover(&self, form: &Linear, axis: usize) -> Option<Extent> {
        let (kept, _) = self.ids.get(axis).copied()?;
        if !self.state.exact || self.known.grid.get(axis).is_none_or(|n| *n < 2) {
            return None;
        }
        let mut digits = self.digits(form)?;
        digits.sort_by_key(|digit| digit.weight);
        let mut start = form.constant;
        // From `start` on, so many elements are written without a gap, besides the first.
        let mut reach = 0i128;
        let mut extent: Option<Extent> = None;
        for Digit {
            part,
            weight,
            low,
            high,
            is_cut,
        } in digits
        {
            let span = weight.checked_mul(high - low)?;
            if let Some(extent) = &mut extent {
                let count = high - low + 1;
                if count > MAX_PIECES {
                    return None;
                }
                let by = weight.checked_mul(low)?;
                for bound in extent.low.iter_mut().chain(&mut extent.high) {
                    bound.constant += by;
                }
                extent.repeats.push((weight, count));
                continue;
            }
            if weight > reach + 1 {
                return None;
            }
            let unit = part.coefficient(kept);
            if unit == 0 {
                start += weight * low;
                reach += span;
                continue;
            }
            // Where a condition leaves nothing of a block, the range has to come out empty.
            if is_cut && weight != reach + 1 {
                return None;
            }
            // The axis itself: `unit` values for each workgroup, if the local id is in it too.
            let own = if part.terms.len() > 1 { unit - 1 } else { 0 };
            let line = |constant: i128| Bound {
                slope: weight * unit,
                constant,
                divisor: 1,
            };
            extent = Some(Extent {
                block: 1,
                low: vec![line(start), Bound::number(start + weight * low)],
                high: vec![
                    line(start + weight * own + reach),
                    Bound::number(start + weight * high + reach),
                ],
                repeats: Vec::new(),
                only: (0, i128::from(u32::MAX)),
            });
        }
        extent
    }

    /// The ids of an index with the values that they take here; `None` if it is made of anything else, or if
    /// a condition is about several of them.
    fn digits(&self, form: &Linear) -> Option<Vec<Digit>> {
        let mut digits = Vec::new();
        for (part, weight) in self.parts(form) {
            let of_ids = part
                .terms
                .iter()
                .all(|(s, _)| self.symbols.why(*s) == Why::Id);
            if weight < 1 || !of_ids {
                return None;
            }
            let none = Vec::new();
            let (low, high) = (
                self.symbols.lower(&part, &none)?,
                self.symbols.upper(&part, &none)?,
            );
            digits.push(Digit {
                part,
                weight,
                low,
                high,
                is_cut: false,
            });
        }
        for condition in &self.state.conditions {
            let (symbol, coefficient) = condition.terms.first()?;
            let digit = digits
                .iter_mut()
                .find(|digit| digit.part.coefficient(*symbol) != 0)?;
            let times = coefficient / digit.part.coefficient(*symbol);
            // times * part + constant >= 0
            let constant = condition.combine(1, &digit.part, -times)?.as_number()?;
            digit.is_cut = true;
            if times > 0 {
                digit.low = digit.low.max(-constant.div_euclid(times));
            } else {
                digit.high = digit.high.min(constant.div_euclid(-times));
            }
        }
        let all_taken = digits.iter().all(|digit| digit.low <= digit.high);
        all_taken.then_some(digits)
    }
}
