//! Comparing what a device computed with what the twin did.
//!
//! WGSL lets an implementation contract `a * b + c` into one rounding, reassociate sums, and be some ULP off in
//! division, square roots and the like; drivers do. So ULP hold only where a result has gone through a few roundings
//! without cancellation. Where every intermediate value is exactly representable (small integers in `f32`, say) no
//! order and no contraction changes anything, and zero ULP is the right demand.

use super::cases::Data;

/// How far a device's values may be from the twin's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compare {
    /// Not at all.
    Exact,
    /// This many representable floats.
    Ulps(u32),
    /// `absolute + relative * |want|`.
    Close { absolute: f32, relative: f32 },
    /// Bytes packed in a `u32`: each may be off by `tolerance`, and one element in `except_one_in` by anything, for
    /// integers that come from floats which amplify their rounding errors.
    Bytes { tolerance: u8, except_one_in: usize },
}

/// Checks every element of `got`; the error names the first that is wrong, both values, and how many are.
pub fn compare(name: &str, got: &Data, want: &Data, how: Compare) -> Result<(), String> {
    match (got, want) {
        (Data::U32(got), Data::U32(want)) => elements(name, got, want, how, |g, w| match how {
            Compare::Bytes { tolerance, .. } => {
                let mut pairs = g.to_le_bytes().into_iter().zip(w.to_le_bytes());
                pairs.all(|(g, w)| g.abs_diff(w) <= tolerance)
            }
            _ => g == w,
        }),
        (Data::I32(got), Data::I32(want)) => elements(name, got, want, how, |g, w| g == w),
        (Data::F32(got), Data::F32(want)) => {
            elements(name, got, want, how, |g, w| close(*g, *w, how))
        }
        (Data::Vec4(got), Data::Vec4(want)) => elements(name, got, want, how, |g, w| {
            g.iter().zip(w).all(|(g, w)| close(*g, *w, how))
        }),
        _ => Err(format!("{name}: got and want are of different types")),
    }
}

fn elements<T: std::fmt::Debug>(
    name: &str,
    got: &[T],
    want: &[T],
    how: Compare,
    same: impl Fn(&T, &T) -> bool,
) -> Result<(), String> {
    let len = want.len();
    if got.len() != len {
        let got = got.len();
        return Err(format!("{name}: got {got} elements, want {len}"));
    }
    let allowed = match how {
        Compare::Bytes { except_one_in, .. } => len / except_one_in,
        _ => 0,
    };
    let pairs = got.iter().zip(want).enumerate();
    let wrong: Vec<_> = pairs.filter(|(_, (g, w))| !same(g, w)).collect();
    match wrong.first() {
        Some((index, (got, want))) if wrong.len() > allowed => Err(format!(
            "{name}[{index}]: got {got:?}, want {want:?} ({how:?}); {} of {len} elements are wrong",
            wrong.len(),
        )),
        _ => Ok(()),
    }
}

fn close(got: f32, want: f32, how: Compare) -> bool {
    match how {
        Compare::Ulps(limit) => ulps(got, want) <= limit,
        Compare::Close { absolute, relative } => {
            (got - want).abs() <= absolute + relative * want.abs()
        }
        _ => got == want,
    }
}

/// How many representable floats lie between two; `u32::MAX` if either is not a number.
pub fn ulps(a: f32, b: f32) -> u32 {
    // The bits of floats of one sign are in the floats' order; negative ones are mirrored below zero.
    let ordered = |x: f32| {
        let magnitude = i64::from(x.to_bits() & 0x7fff_ffff);
        if x.is_sign_negative() {
            -magnitude
        } else {
            magnitude
        }
    };
    if a.is_nan() || b.is_nan() {
        return u32::MAX;
    }
    ordered(a).abs_diff(ordered(b)) as u32
}

#[test]
fn ulps_count_the_floats_between() {
    let above = |x: f32| f32::from_bits(x.to_bits() + 1);
    for (a, b, want) in [
        (1.0, 1.0, 0),
        (0.0, -0.0, 0),
        (1.0, above(1.0), 1),
        (-1.0, -above(1.0), 1),
        (above(0.0), -above(0.0), 2),
        (f32::NAN, f32::NAN, u32::MAX),
    ] {
        assert_eq!(ulps(a, b), want, "{a:e} and {b:e}");
        assert_eq!(ulps(b, a), want, "{b:e} and {a:e}");
    }
}

#[test]
fn a_difference_is_named() {
    let (got, want) = (Data::U32(vec![1, 2, 4]), Data::U32(vec![1, 2, 3]));
    let error = compare("bins", &got, &want, Compare::Exact).unwrap_err();
    assert_eq!(
        error,
        "bins[2]: got 4, want 3 (Exact); 1 of 3 elements are wrong"
    );
    let bytes = Compare::Bytes {
        tolerance: 1,
        except_one_in: 100,
    };
    assert_eq!(compare("bins", &got, &want, bytes), Ok(()));
    let got = Data::F32(vec![f32::NAN]);
    assert!(
        compare(
            "y",
            &got,
            &got,
            Compare::Close {
                absolute: 1.0,
                relative: 1.0
            }
        )
        .is_err()
    );
}
