//! The extent of an index: which elements a block of workgroups touches.
//!
//! The simplest shape is one range for each block. Where the ranges of different blocks overlap although
//! no element is touched by two (rows on the axis that is not cut, the strides of a grid-stride loop,
//! planes), the index is taken apart: a part that does not depend on the axis becomes a number of
//! repeats, and what is left a range. Where a division stands in the way, several workgroups make up a
//! block.

use super::Residue;
use super::extent::{Bound, Extent, MAX_PIECES};
use super::linear::{Linear, Symbol};
use super::search::Kept;
use super::symbols::{Path, Why};
use super::walk::Walker;

/// Parts of an index that become repeats at most.
const PARTS: usize = 3;

/// Workgroups that make up a block at most.
const MAX_BLOCK: i128 = 4096;

/// A part of an index that takes the same values in every block.
struct Repeat {
    /// The index without it, if it is at its smallest.
    rest: Linear,
    distance: i128,
    count: i128,
}

impl Walker<'_> {
    /// The elements that blocks of workgroups along an axis touch. `apart`: those of different blocks are
    /// to be apart, if that can be had.
    pub fn extent(&mut self, form: &Linear, axis: usize, apart: bool) -> Option<Extent> {
        let workgroups = self.known.grid.get(axis).copied()?;
        if workgroups < 2 {
            return None;
        }
        let path = std::mem::take(&mut self.state.path);
        let simple = self.range(form, axis, 1, &[], &path);
        let is_apart = |extent: &Extent| {
            extent.is_apart(extent, i128::from((workgroups - 1) / extent.block.max(1)))
        };
        let mut found = None;
        if apart && !is_apart(&simple) {
            let block = self.block_for(form, axis, workgroups, &path);
            let blocks = [Some(1), block];
            found = blocks.into_iter().flatten().find_map(|block| {
                let mut rest = form.clone();
                let mut repeats = Vec::new();
                for _ in 0..=PARTS {
                    let extent = self.range(&rest, axis, block, &repeats, &path);
                    if is_apart(&extent) {
                        return Some(extent);
                    }
                    let part = self.repeat_of(&rest, axis, &path)?;
                    rest = part.rest;
                    repeats.push((part.distance, part.count));
                }
                None
            });
        }
        self.state.path = path;
        Some(found.unwrap_or(simple))
    }

    /// The range of a form in each block.
    fn range(
        &self,
        form: &Linear,
        axis: usize,
        block: u32,
        repeats: &[(i128, i128)],
        path: &Path,
    ) -> Extent {
        let workgroups = self.known.grid.get(axis).copied().unwrap_or(1);
        let (symbol, _) = self.ids.get(axis).copied().unwrap_or_default();
        let kept = Kept {
            symbol,
            block: block.into(),
            last: i128::from(workgroups.saturating_sub(1) / block.max(1)),
        };
        let mut low = self.symbols.lower_in(form, path, kept);
        let mut high = self.symbols.upper_in(form, path, kept);
        // Whatever the index is, elements begin at 0, and end before 2^32.
        if low.is_empty() {
            low.push(Bound::number(0));
        }
        if high.is_empty() {
            high.push(Bound::number(u32::MAX.into()));
        }
        let mut repeats = repeats.to_vec();
        repeats.sort_unstable();
        Extent {
            block,
            low,
            high,
            repeats,
            only: self.only(symbol, workgroups, block, path),
        }
    }

    /// The blocks from which control comes here: first and last.
    fn only(&self, symbol: Symbol, workgroups: u32, block: u32, path: &Path) -> (i128, i128) {
        let all = (0, i128::from(workgroups.saturating_sub(1)));
        let is_about = path.iter().any(|fact| fact.coefficient(symbol) != 0);
        let (first, last) = if is_about {
            let workgroup = Linear::symbol(symbol);
            (
                self.symbols.lower(&workgroup, path).unwrap_or(all.0),
                self.symbols.upper(&workgroup, path).unwrap_or(all.1),
            )
        } else {
            all
        };
        let block = i128::from(block.max(1));
        (first.div_euclid(block), last.div_euclid(block))
    }

    /// The part of a form with the largest steps, if it does not depend on the axis.
    fn repeat_of(&self, form: &Linear, axis: usize, path: &Path) -> Option<Repeat> {
        let (kept, _) = self.ids.get(axis).copied()?;
        let parts = self.parts(form);
        let (part, coefficient) = parts.into_iter().max_by_key(|(_, c)| c.abs())?;
        if part.coefficient(kept) != 0 || self.depends_on(&part, kept) {
            return None;
        }
        let (low, high) = (
            self.symbols.lower(&part, path)?,
            self.symbols.upper(&part, path)?,
        );
        let count = high - low + 1;
        if !(1..=MAX_PIECES).contains(&count) {
            return None;
        }
        let start = if coefficient > 0 { low } else { high };
        let rest = form.combine(1, &part, -coefficient)?;
        Some(Repeat {
            rest: rest.offset(coefficient * start),
            distance: coefficient.abs(),
            count,
        })
    }

    /// The parts of a form: global ids, where workgroup and local id stand together, and symbols.
    pub fn parts(&self, form: &Linear) -> Vec<(Linear, i128)> {
        let mut left = form.clone();
        let mut parts = Vec::new();
        let sizes = self.folded.interface.workgroup_size;
        for ((workgroup, local), size) in self.ids.iter().zip(sizes) {
            let (of_group, of_local) = (left.coefficient(*workgroup), left.coefficient(*local));
            if of_local != 0 && of_group == of_local * i128::from(size) {
                let id =
                    Linear::symbol(*workgroup).combine(size.into(), &Linear::symbol(*local), 1);
                parts.extend(id.map(|id| (id, of_local)));
                left = left.without(*workgroup).without(*local);
            }
        }
        let symbols = left
            .terms
            .iter()
            .map(|(symbol, c)| (Linear::symbol(*symbol), *c));
        parts.extend(symbols);
        parts
    }

    /// What a form is modulo its coefficients.
    pub fn residues(&self, form: &Linear) -> Vec<Residue> {
        let mut residues: Vec<Residue> = Vec::new();
        for (_, coefficient) in &form.terms {
            let modulus = coefficient.abs();
            if modulus < 2 || residues.iter().any(|other| other.modulus == modulus) {
                continue;
            }
            let (_, rest) = form.split_by(modulus);
            let range = self.symbols.lower(&rest, &self.state.path);
            let range = range.zip(self.symbols.upper(&rest, &self.state.path));
            if let Some((low, high)) = range
                && high - low < modulus
            {
                residues.push(Residue { modulus, low, high });
            }
        }
        residues
    }

    /// Whether a form is defined through a symbol.
    fn depends_on(&self, form: &Linear, symbol: Symbol) -> bool {
        form.terms
            .iter()
            .any(|(s, _)| match self.symbols.definition(*s) {
                Some((inner, _)) => {
                    inner.coefficient(symbol) != 0 || self.depends_on(inner, symbol)
                }
                None => false,
            })
    }

    /// How many workgroups make up a block in which the divisions of a form come out even.
    fn block_for(&self, form: &Linear, axis: usize, workgroups: u32, path: &Path) -> Option<u32> {
        let (kept, _) = self.ids.get(axis).copied()?;
        let mut block = 1i128;
        let mut forms = vec![form.clone()];
        // A symbol may be bounded through quotients: `i ^ 4` by the block of eight that i lies in.
        let is_derived = |symbol: &Symbol| self.symbols.why(*symbol) != Why::Id;
        let derived = form
            .terms
            .iter()
            .map(|(symbol, _)| *symbol)
            .filter(is_derived);
        for symbol in derived {
            let about = path.iter().filter(|fact| fact.coefficient(symbol) != 0);
            forms.extend(about.map(|fact| Linear::clone(fact)));
        }
        while let Some(form) = forms.pop() {
            for (symbol, _) in &form.terms {
                let Some((inner, divisor)) = self.symbols.definition(*symbol) else {
                    continue;
                };
                let coefficient = inner.coefficient(kept);
                if coefficient != 0 {
                    let own = divisor / Linear::number(coefficient).common(*divisor);
                    block = block / Linear::number(own).common(block) * own;
                    if block > MAX_BLOCK {
                        return None;
                    }
                }
                forms.push(inner.clone());
            }
        }
        let block = u32::try_from(block).ok()?;
        (block > 1 && block < workgroups).then_some(block)
    }
}
