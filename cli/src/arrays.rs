//! The arrays of a run: read from files before it, written to files after it.

use std::fs;
use std::path::Path;

use polygpu::{Binding, Layout, Scalar};

use crate::npy::{self, Form};

/// The content of one binding.
#[derive(Clone)]
pub struct Array {
    pub binding: Binding,
    /// As the kernel sees it.
    pub bytes: Vec<u8>,
    /// How it lies in a `.npy` file; structs can't.
    form: Option<Form>,
}

/// The kinds of file that arrays are kept in.
#[derive(Clone, Copy, PartialEq)]
pub enum FileKind {
    /// NumPy's format.
    Npy,
    /// Bytes as the kernel sees them.
    Raw,
}

impl FileKind {
    /// The kind that the file's name tells.
    pub fn of(path: &Path) -> Result<Self, String> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("npy") => Ok(Self::Npy),
            Some("bin") => Ok(Self::Raw),
            _ => Err(format!(
                "{}: the name of a file has to end in .npy or .bin",
                path.display()
            )),
        }
    }
}

impl Array {
    /// The content of `binding` from `FILE.npy`, `FILE.bin` or `zeros:LEN`.
    pub fn read(binding: &Binding, source: &str) -> Result<Self, String> {
        if let Some(len) = source.strip_prefix("zeros:") {
            return Self::zeros(binding, len);
        }
        let path = Path::new(source);
        let kind = FileKind::of(path)
            .map_err(|_| format!("{source:?} is neither FILE.npy nor FILE.bin nor zeros:LEN"))?;
        let (bytes, form) = match kind {
            FileKind::Raw => (
                fs::read(path).map_err(|error| format!("cannot read {source}: {error}"))?,
                None,
            ),
            FileKind::Npy => {
                let (bytes, form) =
                    npy::read(binding, path).map_err(|why| format!("{source}: {why}"))?;
                (bytes, Some(form))
            }
        };
        Ok(Self::new(binding, bytes, form))
    }

    fn zeros(binding: &Binding, len: &str) -> Result<Self, String> {
        let wanted: u32 = len.parse().map_err(|_| {
            format!("zeros:{len}: LEN is a whole number of elements, fewer than 2^32")
        })?;
        if let Some(fixed) = binding.fixed_len()
            && fixed != wanted
        {
            return Err(format!(
                "zeros:{len}: {} has {fixed} elements",
                binding.layout
            ));
        }
        let size = u64::from(wanted)
            .checked_mul(binding.stride())
            .and_then(|bytes| usize::try_from(bytes + binding.header_bytes()).ok())
            .filter(|bytes| isize::try_from(*bytes).is_ok())
            .ok_or_else(|| format!("zeros:{len}: too large for this machine"))?;
        Ok(Self::new(binding, vec![0; size], None))
    }

    fn new(binding: &Binding, bytes: Vec<u8>, form: Option<Form>) -> Self {
        let form = form.or_else(|| Form::plain(binding, bytes.len()));
        Self {
            binding: binding.clone(),
            bytes,
            form,
        }
    }

    /// Why it can't be written to such a file, if it can't.
    pub fn unwritable(&self, kind: FileKind) -> Option<String> {
        (kind == FileKind::Npy && self.form.is_none()).then(|| {
            format!(
                "{} is made of structs, which .npy does not hold: write a .bin",
                self.binding.layout
            )
        })
    }

    /// Writes it to a file.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let written = match (FileKind::of(path)?, &self.form) {
            (FileKind::Npy, Some(form)) => npy::write(path, &self.binding, form, &self.bytes),
            _ => fs::write(path, &self.bytes),
        };
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))
    }
}

/// Appends the scalars of a type with their offsets; none for an array of unknown length.
pub fn scalars(layout: &Layout, at: u64, out: &mut Vec<(u64, Scalar)>) {
    match layout {
        Layout::Scalar(scalar) => out.push((at, *scalar)),
        Layout::Vector { len, scalar } => {
            out.extend((0..u64::from(*len)).map(|i| (at + i * scalar.bytes(), *scalar)));
        }
        Layout::Matrix {
            columns,
            rows,
            scalar,
        } => {
            let stride = layout.size() / u64::from(*columns);
            let column = Layout::Vector {
                len: *rows,
                scalar: *scalar,
            };
            for i in 0..u64::from(*columns) {
                scalars(&column, at + i * stride, out);
            }
        }
        Layout::Array {
            element,
            stride,
            len,
        } => {
            for i in 0..u64::from(len.unwrap_or(0)) {
                scalars(element, at + i * stride, out);
            }
        }
        Layout::Struct { members, .. } => {
            for member in members {
                scalars(&member.layout, at + member.offset, out);
            }
        }
    }
}
