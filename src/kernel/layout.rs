//! How WGSL types lie in memory, as plain data.

use std::fmt;

use naga::proc::IndexableLength;
use naga::{Handle, Module, ScalarKind, Type, TypeInner};

/// A scalar of WGSL that a buffer can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Scalar {
    /// 16-bit float (`half::f16` in Rust).
    F16,
    /// 32-bit float.
    F32,
    /// 64-bit float.
    F64,
    /// 16-bit signed integer.
    I16,
    /// 16-bit unsigned integer.
    U16,
    /// 32-bit signed integer.
    I32,
    /// 32-bit unsigned integer.
    U32,
    /// 64-bit signed integer.
    I64,
    /// 64-bit unsigned integer.
    U64,
}

impl Scalar {
    pub(crate) fn from_naga(scalar: naga::Scalar) -> Option<Self> {
        match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 2) => Some(Self::F16),
            (ScalarKind::Float, 4) => Some(Self::F32),
            (ScalarKind::Float, 8) => Some(Self::F64),
            (ScalarKind::Sint, 2) => Some(Self::I16),
            (ScalarKind::Uint, 2) => Some(Self::U16),
            (ScalarKind::Sint, 4) => Some(Self::I32),
            (ScalarKind::Uint, 4) => Some(Self::U32),
            (ScalarKind::Sint, 8) => Some(Self::I64),
            (ScalarKind::Uint, 8) => Some(Self::U64),
            _ => None,
        }
    }

    /// The name in WGSL, which is also the name in Rust.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
        }
    }

    /// Size in bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::F16 | Self::I16 | Self::U16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 | Self::U64 => 8,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A WGSL type as it lies in a buffer. Atomics lie as their scalars do.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Layout {
    /// A scalar.
    Scalar(Scalar),
    /// `vecN<T>`.
    Vector {
        /// Number of components, 2 to 4.
        len: u32,
        /// Their type.
        scalar: Scalar,
    },
    /// `matCxR<T>`: `columns` vectors of `rows` components.
    Matrix {
        /// Number of columns.
        columns: u32,
        /// Components of a column.
        rows: u32,
        /// Their type.
        scalar: Scalar,
    },
    /// `array<T, len>`, or `array<T>` where `len` is `None`.
    Array {
        /// The element type.
        element: Box<Layout>,
        /// Bytes from one element to the next.
        stride: u64,
        /// Number of elements; `None` is as many as the buffer holds.
        len: Option<u32>,
    },
    /// A struct.
    Struct {
        /// Its name in the WGSL.
        name: String,
        /// The members in order.
        members: Vec<Member>,
        /// Size in bytes with padding (a runtime-sized tail counts as one element).
        size: u64,
    },
}

/// A member of a struct.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Bytes from the start of the struct.
    pub offset: u64,
    /// Its type.
    pub layout: Layout,
}

impl Layout {
    pub(crate) fn of(module: &Module, ty: Handle<Type>) -> Option<Self> {
        let ctx = module.to_ctx();
        let def = module.types.get_handle(ty).ok()?;
        Some(match &def.inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
                Self::Scalar(Scalar::from_naga(*scalar)?)
            }
            TypeInner::Vector { size, scalar } => Self::Vector {
                len: *size as u32,
                scalar: Scalar::from_naga(*scalar)?,
            },
            TypeInner::Matrix {
                columns,
                rows,
                scalar,
            } => Self::Matrix {
                columns: *columns as u32,
                rows: *rows as u32,
                scalar: Scalar::from_naga(*scalar)?,
            },
            TypeInner::Array { base, size, stride } => Self::Array {
                element: Box::new(Self::of(module, *base)?),
                stride: u64::from(*stride),
                len: match size.resolve(ctx).ok()? {
                    IndexableLength::Known(len) => Some(len),
                    IndexableLength::Dynamic => None,
                },
            },
            TypeInner::Struct { members, span } => Self::Struct {
                name: def.name.clone().unwrap_or_default(),
                members: members
                    .iter()
                    .map(|member| {
                        Some(Member {
                            name: member.name.clone().unwrap_or_default(),
                            offset: u64::from(member.offset),
                            layout: Self::of(module, member.ty)?,
                        })
                    })
                    .collect::<Option<_>>()?,
                size: u64::from(*span),
            },
            _ => return None,
        })
    }

    /// Size in bytes; a runtime-sized array counts as one element.
    pub fn size(&self) -> u64 {
        match self {
            Self::Scalar(scalar) => scalar.bytes(),
            Self::Vector { len, scalar } => u64::from(*len) * scalar.bytes(),
            Self::Matrix {
                columns,
                rows,
                scalar,
            } => u64::from(*columns) * column_stride(*rows, *scalar),
            Self::Array { stride, len, .. } => stride * u64::from(len.unwrap_or(1)),
            Self::Struct { size, .. } => *size,
        }
    }

    /// The member (or member of a member) at a dotted path, and its offset.
    pub(crate) fn member(&self, path: &[&str]) -> Option<(u64, &Layout)> {
        let Some((first, rest)) = path.split_first() else {
            return Some((0, self));
        };
        let Self::Struct { members, .. } = self else {
            return None;
        };
        let member = members.iter().find(|m| m.name == *first)?;
        let (offset, layout) = member.layout.member(rest)?;
        Some((member.offset + offset, layout))
    }

    /// Dotted paths, offsets and sizes of all members that are not structs themselves.
    pub(crate) fn leaves(&self, prefix: &str, offset: u64, out: &mut Vec<(String, u64, u64)>) {
        match self {
            Self::Struct { members, .. } => {
                for member in members {
                    let path = format!("{prefix}.{}", member.name);
                    member.layout.leaves(&path, offset + member.offset, out);
                }
            }
            _ => out.push((prefix.to_owned(), offset, self.size())),
        }
    }

    /// The name of what lies at an offset of a binding of this name: of the innermost member, with the
    /// component of a vector.
    pub(crate) fn name_at(&self, name: &str, offset: u64) -> String {
        match self {
            Self::Struct { members, .. } => {
                let mut before = members.iter().rev();
                match before.find(|member| member.offset <= offset) {
                    Some(member) => member.layout.name_at(&member.name, offset - member.offset),
                    None => name.to_owned(),
                }
            }
            Self::Vector { scalar, .. } => {
                let at = usize::try_from(offset / scalar.bytes()).unwrap_or(0);
                let component = ["x", "y", "z", "w"].get(at).unwrap_or(&"");
                format!("{name}.{component}")
            }
            _ => name.to_owned(),
        }
    }

    /// Offset and layout of an array that ends this type and grows with the buffer.
    pub(crate) fn runtime_array(&self) -> Option<(u64, &Layout)> {
        match self {
            Self::Array { len: None, .. } => Some((0, self)),
            Self::Struct { members, .. } => {
                let last = members.last()?;
                matches!(last.layout, Self::Array { len: None, .. })
                    .then_some((last.offset, &last.layout))
            }
            _ => None,
        }
    }

    /// The scalar that this type is made of throughout, without padding.
    pub(crate) fn only_scalar(&self) -> Option<Scalar> {
        let mut found = None;
        let scalars = self.count_scalars(&mut found)?;
        found.filter(|scalar| scalars * scalar.bytes() == self.size())
    }

    /// Number of scalars, if all are of one type.
    fn count_scalars(&self, found: &mut Option<Scalar>) -> Option<u64> {
        let (scalar, count) = match self {
            Self::Scalar(scalar) => (*scalar, 1),
            Self::Vector { len, scalar } => (*scalar, u64::from(*len)),
            Self::Matrix {
                columns,
                rows,
                scalar,
            } => (*scalar, u64::from(*columns) * u64::from(*rows)),
            Self::Array { element, len, .. } => {
                let each = element.count_scalars(found)?;
                return Some(each * u64::from(len.unwrap_or(1)));
            }
            Self::Struct { members, .. } => {
                let counts = members.iter().map(|m| m.layout.count_scalars(found));
                return counts.sum();
            }
        };
        (*found.get_or_insert(scalar) == scalar).then_some(count)
    }

    /// A few lines that show where each member lies, for error messages.
    pub(crate) fn table(&self) -> String {
        let mut leaves = Vec::new();
        self.leaves("", 0, &mut leaves);
        leaves
            .iter()
            .filter(|(path, ..)| !path.is_empty())
            .map(|(path, offset, size)| {
                format!("  offset {offset:>3}, {size:>3} bytes: {}", &path[1..])
            })
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// Bytes from one matrix column to the next: a `vec3` column is padded to four components.
fn column_stride(rows: u32, scalar: Scalar) -> u64 {
    u64::from(if rows == 3 { 4 } else { rows }) * scalar.bytes()
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => write!(f, "{scalar}"),
            Self::Vector { len, scalar } => write!(f, "vec{len}<{scalar}>"),
            Self::Matrix {
                columns,
                rows,
                scalar,
            } => write!(f, "mat{columns}x{rows}<{scalar}>"),
            Self::Array { element, len, .. } => match len {
                Some(len) => write!(f, "array<{element}, {len}>"),
                None => write!(f, "array<{element}>"),
            },
            Self::Struct { name, .. } => f.write_str(name),
        }
    }
}
