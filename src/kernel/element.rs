//! What a Rust element type is in WGSL's terms, and whether a binding may hold it.

use super::layout::{Layout, Scalar};

/// A Rust type that was handed in, described as far as its name tells.
///
/// Scalars and arrays of them are recognised by the name of the Rust type (`f32`, `[f32; 4]`,
/// `half::binary16::f16`), so that `u32` data does not slip into an `f32` binding. Any other `Pod`
/// type is compared by its size only.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HostType {
    pub name: &'static str,
    pub size: u64,
    shape: HostShape,
}

#[derive(Debug, Clone, PartialEq)]
enum HostShape {
    /// Raw bytes: fits every binding.
    Bytes,
    /// A scalar, or nested arrays of one, outermost length first.
    Numbers { scalar: Scalar, dims: Vec<u32> },
    /// A type of Rust's that WGSL has no equal of (`bool`, `u128`, `bf16`).
    Foreign,
    /// Some other `Pod` type, a struct most likely.
    Opaque,
}

impl HostType {
    pub(crate) fn of<T: bytemuck::Pod>() -> Self {
        let name = std::any::type_name::<T>();
        Self {
            name,
            size: size_of::<T>() as u64,
            shape: shape_of(name),
        }
    }

    pub(crate) fn is_bytes(&self) -> bool {
        self.shape == HostShape::Bytes
    }

    /// Why this type can't be an element of that WGSL type with that stride, or `None` if it can.
    pub(crate) fn mismatch(&self, layout: &Layout, stride: u64) -> Option<String> {
        let kinds_agree = match &self.shape {
            HostShape::Bytes => return None,
            HostShape::Opaque => true,
            HostShape::Foreign => false,
            HostShape::Numbers { scalar, dims } => fits(*scalar, dims, layout),
        };
        if kinds_agree && self.size == stride {
            return None;
        }
        let mut why = format!(
            "the WGSL type is {layout} ({stride} bytes an element), the Rust type {} ({} bytes)",
            self.name, self.size
        );
        if let Some(hint) = self.hint(layout, stride) {
            why.push_str(&hint);
        }
        let table = layout.table();
        if !table.is_empty() {
            why.push_str(&format!("; the layout in WGSL:\n{table}"));
        }
        Some(why)
    }

    fn hint(&self, layout: &Layout, stride: u64) -> Option<String> {
        match (&self.shape, layout) {
            (HostShape::Numbers { scalar, dims }, Layout::Scalar(wanted)) if dims.is_empty() => {
                Some(match (scalar, wanted) {
                    (Scalar::F64, Scalar::F32) => "; write 2.0f32, not 2.0".to_owned(),
                    (Scalar::I32, Scalar::U32) => "; write 2u32, not 2".to_owned(),
                    (Scalar::I32, Scalar::F32) => "; write 2.0f32, not 2".to_owned(),
                    _ => format!("; give {wanted}"),
                })
            }
            (_, Layout::Vector { len: 3, scalar }) if stride == 4 * scalar.bytes() => Some(
                format!("; a vec3 in an array has a stride of four components: give [{scalar}; 4]"),
            ),
            (_, Layout::Vector { len, scalar }) => Some(format!("; give [{scalar}; {len}]")),
            _ => None,
        }
    }
}

fn shape_of(name: &str) -> HostShape {
    let mut dims = Vec::new();
    let mut rest = name;
    while let Some(inner) = rest.strip_prefix('[').and_then(|r| r.strip_suffix(']')) {
        let Some((element, len)) = inner.rsplit_once("; ") else {
            return HostShape::Opaque;
        };
        let Ok(len) = len.parse() else {
            return HostShape::Opaque;
        };
        dims.push(len);
        rest = element;
    }
    let scalar = match rest.rsplit("::").next().unwrap_or(rest) {
        "u8" if rest == "u8" => return HostShape::Bytes,
        "f16" => Scalar::F16,
        "bf16" => return HostShape::Foreign,
        _ => match rest {
            "f32" => Scalar::F32,
            "f64" => Scalar::F64,
            "i16" => Scalar::I16,
            "u16" => Scalar::U16,
            "i32" => Scalar::I32,
            "u32" => Scalar::U32,
            "i64" => Scalar::I64,
            "u64" => Scalar::U64,
            "i8" | "u128" | "i128" | "usize" | "isize" => return HostShape::Foreign,
            _ => return HostShape::Opaque,
        },
    };
    HostShape::Numbers { scalar, dims }
}

fn fits(scalar: Scalar, dims: &[u32], layout: &Layout) -> bool {
    match (layout, dims) {
        (Layout::Scalar(wanted), []) => scalar == *wanted,
        // Four numbers may stand for a padded vec3: the sizes are compared apart.
        (
            Layout::Vector {
                len,
                scalar: wanted,
            },
            [n],
        ) => scalar == *wanted && (n == len || (*len == 3 && *n == 4)),
        (
            Layout::Matrix {
                columns,
                rows,
                scalar: wanted,
            },
            [c, r],
        ) => scalar == *wanted && c == columns && (r == rows || (*rows == 3 && *r == 4)),
        (Layout::Matrix { scalar: wanted, .. }, [_]) => scalar == *wanted,
        (Layout::Array { element, len, .. }, [n, inner @ ..]) => {
            len.is_none_or(|len| len == *n) && fits(scalar, inner, element)
        }
        // A struct of such scalars given as a flat array of numbers, or as one, or number by number.
        (Layout::Struct { members, .. }, [] | [_]) => members.iter().all(|member| {
            let mut element = &member.layout;
            while let Layout::Array { element: inner, .. } = element {
                element = inner;
            }
            match element {
                Layout::Scalar(wanted)
                | Layout::Vector { scalar: wanted, .. }
                | Layout::Matrix { scalar: wanted, .. } => *wanted == scalar,
                _ => fits(scalar, &[1], element),
            }
        }),
        _ => false,
    }
}
