//! `.npy` files: NumPy's arrays as a kernel's.
//!
//! The last dimensions of the shape are the components of the element, if it has any: `(n, 4)` for
//! `array<vec4<f32>>`. A `vec3` fills four components of memory and may be given as `(n, 3)`, which
//! is padded, or as `(n, 4)`. Bytes (`u1`) are taken as they are for any binding.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use npyz::{DType, Endianness, NpyHeader, Order, WriteOptions, WriterBuilder as _};
use polygpu::{Binding, Layout, Scalar};

use crate::arrays::scalars;

/// How an array lies in a `.npy` file.
#[derive(Clone)]
pub struct Form {
    /// NumPy's name of the type, such as `<f4`.
    dtype: String,
    shape: Vec<u64>,
    /// Whether the file leaves out the padding that is in the kernel's memory.
    packed: bool,
}

impl Form {
    /// The form of an array that comes from no `.npy` file: `(len,)` or `(len, components)`.
    pub fn plain(binding: &Binding, bytes: usize) -> Option<Self> {
        let element = Element::of(binding)?;
        let mut shape = vec![bytes as u64 / binding.stride().max(1)];
        shape.extend(&element.dims);
        Some(Self {
            dtype: format!("<{}", element.code()),
            shape,
            packed: element.has_gaps(binding),
        })
    }

    /// The form of a file, if it fits the binding.
    fn of(binding: &Binding, header: &NpyHeader) -> Result<Self, String> {
        let shape = header.shape().to_vec();
        if header.order() == Order::Fortran && shape.len() > 1 {
            return Err(
                "it is in Fortran order: save it in C order (numpy.ascontiguousarray)".to_owned(),
            );
        }
        let DType::Plain(given) = header.dtype() else {
            return Err("it is a structured array: bind the raw bytes of a .bin file".to_owned());
        };
        let code = format!("{}{}", given.type_char().to_str(), given.size_field());
        if code == "u1" {
            return Ok(Self {
                dtype: "|u1".to_owned(),
                shape,
                packed: false,
            });
        }
        let Some(element) = Element::of(binding) else {
            return Err(format!(
                "{} is made of structs: bind the raw bytes of a .bin file",
                binding.layout
            ));
        };
        let wanted = element.code();
        if code != wanted {
            return Err(format!(
                "it holds {code}, and {}: {} takes {wanted} (in NumPy .astype('{wanted}')), or u1 as raw bytes",
                binding.name, binding.layout
            ));
        }
        let packed = element.is_packed(binding, &shape)?;
        Ok(Self {
            dtype: format!("<{wanted}"),
            shape,
            packed,
        })
    }
}

/// The element of a binding as numbers.
struct Element {
    scalar: Scalar,
    /// Components: none of a scalar, 4 of a `vec4`, columns and rows of a matrix.
    dims: Vec<u64>,
}

impl Element {
    fn of(binding: &Binding) -> Option<Self> {
        if binding.header_bytes() > 0 {
            return None;
        }
        let mut dims = Vec::new();
        let mut layout = binding.element();
        loop {
            let scalar = match layout {
                Layout::Scalar(scalar) => *scalar,
                Layout::Vector { len, scalar } => {
                    dims.push(u64::from(*len));
                    *scalar
                }
                Layout::Matrix {
                    columns,
                    rows,
                    scalar,
                } => {
                    dims.extend([u64::from(*columns), u64::from(*rows)]);
                    *scalar
                }
                Layout::Array {
                    element,
                    len: Some(len),
                    ..
                } => {
                    dims.push(u64::from(*len));
                    layout = element;
                    continue;
                }
                Layout::Array { .. } | Layout::Struct { .. } => return None,
            };
            return Some(Self { scalar, dims });
        }
    }

    /// NumPy's name of the scalar without the byte order: `f4`.
    fn code(&self) -> String {
        let letter = match self.scalar {
            Scalar::F16 | Scalar::F32 | Scalar::F64 => 'f',
            Scalar::I16 | Scalar::I32 | Scalar::I64 => 'i',
            Scalar::U16 | Scalar::U32 | Scalar::U64 => 'u',
        };
        format!("{letter}{}", self.scalar.bytes())
    }

    fn packed_bytes(&self) -> u64 {
        self.dims.iter().product::<u64>() * self.scalar.bytes()
    }

    fn has_gaps(&self, binding: &Binding) -> bool {
        self.packed_bytes() != binding.stride()
    }

    /// Whether the numbers of an array of this shape lie packed, if the shape fits.
    fn is_packed(&self, binding: &Binding, shape: &[u64]) -> Result<bool, String> {
        let gaps = self.has_gaps(binding);
        let total = product(shape).unwrap_or(u64::MAX);
        let flat = shape.len() <= 1 && !gaps;
        if shape.ends_with(&self.dims) || (flat && total.is_multiple_of(product(&self.dims)?)) {
            return Ok(gaps);
        }
        let mut padded = self.dims.clone();
        if let Some(last) = padded.last_mut() {
            *last = 4;
        }
        let padded_bytes = product(&padded)? * self.scalar.bytes();
        if gaps && padded_bytes == binding.stride() && shape.ends_with(&padded) {
            return Ok(false);
        }
        Err(format!(
            "the shape {shape:?} does not fit {}: it has to end in {:?}",
            binding.layout, self.dims
        ))
    }
}

/// Reads a file: the bytes as the kernel is to see them, and the form that the file had.
pub fn read(binding: &Binding, path: &Path) -> Result<(Vec<u8>, Form), String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    read_from(binding, &mut BufReader::new(file))
}

/// As [`read`], from anywhere.
pub fn read_from(binding: &Binding, file: &mut impl Read) -> Result<(Vec<u8>, Form), String> {
    // It multiplies the numbers of the shape before anyone can look at them, which panics where overflow is checked.
    let header = catch_unwind(AssertUnwindSafe(|| NpyHeader::from_reader(&mut *file)))
        .map_err(|_| "its header can't be right: the shape is too large".to_owned())?
        .map_err(|error| format!("it is no .npy file that can be read: {error}"))?;
    let form = Form::of(binding, &header)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    let size = header.dtype().num_bytes().unwrap_or(1).max(1);
    if product(&form.shape)?.checked_mul(size as u64) != Some(bytes.len() as u64) {
        return Err(format!(
            "it is damaged: its header tells of {:?} numbers of {size} bytes, it holds {} bytes",
            form.shape,
            bytes.len()
        ));
    }
    if matches!(header.dtype(), DType::Plain(dtype) if dtype.endianness() == Endianness::Big) {
        bytes.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    }
    if form.packed {
        bytes = scatter(binding, &bytes);
    }
    Ok((bytes, form))
}

/// Writes a file.
pub fn write(path: &Path, binding: &Binding, form: &Form, bytes: &[u8]) -> io::Result<()> {
    write_to(BufWriter::new(File::create(path)?), binding, form, bytes)
}

/// As [`write`], to anywhere.
pub fn write_to(file: impl Write, binding: &Binding, form: &Form, bytes: &[u8]) -> io::Result<()> {
    let dtype = form.dtype.parse().map_err(io::Error::other)?;
    let mut file = WriteOptions::new_header_only()
        .dtype(DType::new_scalar(dtype))
        .shape(&form.shape)
        .writer(file)
        .write_header_only()?;
    if form.packed {
        file.write_all(&gather(binding, bytes))?;
    } else {
        file.write_all(bytes)?;
    }
    file.flush()
}

/// Numbers that lie packed, with the padding that the kernel's memory has.
fn scatter(binding: &Binding, packed: &[u8]) -> Vec<u8> {
    let (places, stride) = (places(binding), binding.stride() as usize);
    let size: usize = places.iter().map(|place| place.len()).sum();
    let mut bytes = vec![0; packed.len() / size.max(1) * stride];
    let elements = bytes.chunks_exact_mut(stride.max(1));
    for (to, mut from) in elements.zip(packed.chunks_exact(size.max(1))) {
        for place in &places {
            if let Some(to) = to.get_mut(place.clone())
                && let Some((number, rest)) = from.split_at_checked(place.len())
            {
                to.copy_from_slice(number);
                from = rest;
            }
        }
    }
    bytes
}

/// The opposite of [`scatter`].
fn gather(binding: &Binding, bytes: &[u8]) -> Vec<u8> {
    let (places, stride) = (places(binding), binding.stride() as usize);
    let mut packed = Vec::new();
    for element in bytes.chunks_exact(stride.max(1)) {
        let numbers = places.iter().filter_map(|place| element.get(place.clone()));
        numbers.for_each(|number| packed.extend_from_slice(number));
    }
    packed
}

/// Where the numbers of an element lie in it.
fn places(binding: &Binding) -> Vec<Range<usize>> {
    let mut numbers = Vec::new();
    scalars(binding.element(), 0, &mut numbers);
    let numbers = numbers.into_iter();
    numbers
        .map(|(at, scalar)| at as usize..(at + scalar.bytes()) as usize)
        .collect()
}

fn product(shape: &[u64]) -> Result<u64, String> {
    shape
        .iter()
        .try_fold(1u64, |all, n| all.checked_mul(*n))
        .ok_or_else(|| format!("the shape {shape:?} is too large"))
}
