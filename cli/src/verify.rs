//! `--verify`: the results of two runs, compared.

use std::fmt;

use half::f16;
use polygpu::Scalar;
use serde_json::{Value, json};

use crate::arrays::{Array, scalars};

/// What floats may differ by: this much of the value, and this much besides.
const RELATIVE: f64 = 1e-4;
const ABSOLUTE: f64 = 1e-6;
/// An `f16` has 11 bits, so two roundings of one value differ by more than `RELATIVE`.
const RELATIVE_F16: f64 = 2e-3;

/// How the two contents of one binding compare.
pub struct Comparison {
    name: String,
    /// Numbers compared.
    numbers: u64,
    /// Numbers that differ by more than they may; integers may not differ.
    wrong: u64,
    /// The first of them: element and values, from this run and from one device.
    first: Option<(u64, String, String)>,
    /// The largest difference of floats, if there are any.
    largest: Option<f64>,
}

impl Comparison {
    /// Compares a binding after the run with the same after a run on one device.
    pub fn new(array: &Array, whole: &Array) -> Self {
        let binding = &array.binding;
        let mut result = Self {
            name: binding.name.clone(),
            numbers: 0,
            wrong: 0,
            first: None,
            largest: None,
        };
        let split = (binding.header_bytes() as usize).min(array.bytes.len());
        let (head, body) = array.bytes.split_at(split);
        let (whole_head, whole_body) = whole.bytes.split_at(split.min(whole.bytes.len()));
        let mut places = Vec::new();
        if !head.is_empty() {
            scalars(&binding.layout, 0, &mut places);
            result.element(0, &places, head, whole_head);
        }
        places.clear();
        scalars(binding.element(), 0, &mut places);
        let stride = (binding.stride() as usize).max(1);
        let elements = body
            .chunks_exact(stride)
            .zip(whole_body.chunks_exact(stride));
        for (index, (ours, theirs)) in (0..).zip(elements) {
            result.element(index, &places, ours, theirs);
        }
        result
    }

    fn element(&mut self, index: u64, places: &[(u64, Scalar)], ours: &[u8], theirs: &[u8]) {
        for (at, scalar) in places {
            let place = *at as usize..(at + scalar.bytes()) as usize;
            let (Some(ours), Some(theirs)) = (ours.get(place.clone()), theirs.get(place)) else {
                continue;
            };
            self.numbers += 1;
            let right = match (float(*scalar, ours), float(*scalar, theirs)) {
                (Some(ours), Some(theirs)) => self.floats(*scalar, ours, theirs),
                _ => ours == theirs,
            };
            if !right {
                self.wrong += 1;
                self.first
                    .get_or_insert_with(|| (index, text(*scalar, ours), text(*scalar, theirs)));
            }
        }
    }

    fn floats(&mut self, scalar: Scalar, ours: f64, theirs: f64) -> bool {
        let largest = self.largest.get_or_insert(0.0);
        if ours == theirs || (ours.is_nan() && theirs.is_nan()) {
            return true;
        }
        let difference = (ours - theirs).abs();
        // A NaN or infinity beside a number is as far as it gets.
        let difference = if difference.is_nan() {
            f64::INFINITY
        } else {
            difference
        };
        *largest = largest.max(difference);
        let relative = match scalar {
            Scalar::F16 => RELATIVE_F16,
            _ => RELATIVE,
        };
        difference.is_finite() && difference <= ABSOLUTE + relative * theirs.abs()
    }

    /// The binding.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the results agree.
    pub fn agrees(&self) -> bool {
        self.wrong == 0
    }

    pub fn to_json(&self) -> Value {
        json!({
            "binding": self.name,
            "agrees": self.agrees(),
            "numbers": self.numbers,
            "wrong": self.wrong,
            "largest_difference": self.largest,
            "tolerance": self.largest.map(|_| json!({
                "relative": RELATIVE, "relative_f16": RELATIVE_F16, "absolute": ABSOLUTE,
            })),
        })
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "verify {}: ", self.name)?;
        match &self.first {
            None => write!(f, "all {} numbers agree", self.numbers)?,
            Some((index, ours, theirs)) => write!(
                f,
                "{} of {} numbers are wrong, the first in element {index}: {ours}, on one device {theirs}",
                self.wrong, self.numbers
            )?,
        }
        if let Some(largest) = self.largest {
            write!(
                f,
                "; largest difference {largest:e} (allowed: {RELATIVE:e} relative, {RELATIVE_F16:e} for f16, + {ABSOLUTE:e})"
            )?;
        }
        Ok(())
    }
}

fn float(scalar: Scalar, bytes: &[u8]) -> Option<f64> {
    match scalar {
        Scalar::F16 => Some(f16::from_le_bytes(bytes.try_into().ok()?).to_f64()),
        Scalar::F32 => Some(f32::from_le_bytes(bytes.try_into().ok()?).into()),
        Scalar::F64 => Some(f64::from_le_bytes(bytes.try_into().ok()?)),
        _ => None,
    }
}

fn text(scalar: Scalar, bytes: &[u8]) -> String {
    if let Some(float) = float(scalar, bytes) {
        return float.to_string();
    }
    let signed = matches!(scalar, Scalar::I16 | Scalar::I32 | Scalar::I64);
    let negative = signed && bytes.last().is_some_and(|byte| *byte >= 0x80);
    let mut wide = if negative { [0xff; 16] } else { [0; 16] };
    if let Some(low) = wide.get_mut(..bytes.len()) {
        low.copy_from_slice(bytes);
    }
    i128::from_le_bytes(wide).to_string()
}
