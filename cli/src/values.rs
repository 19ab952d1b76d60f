//! `--set`: numbers as text to the bytes of a uniform or of one of its members.

use half::f16;
use polygpu::{Interface, Kernel, Launch, Layout, Scalar};

use crate::arrays::scalars;
use crate::failure::Failure;

/// A value of `--set`, laid out as its WGSL type is.
pub struct Value {
    name: String,
    bytes: Vec<u8>,
}

impl Value {
    /// Reads `text` as the type that the member `name` (`a`, `params.n`) has.
    pub fn read(
        kernel: &Kernel,
        interface: &Interface,
        name: &str,
        text: &str,
    ) -> Result<Self, Failure> {
        let mut path = name.split('.');
        let root = path.next().unwrap_or_default();
        let binding = crate::run::find(kernel, interface, root)?;
        let refuse = |why: String| Failure::Input(format!("--set {name}={text}: {why}"));
        let Some(layout) = member(&binding.layout, path) else {
            let members = members(&binding.name, &binding.layout);
            return Err(refuse(format!(
                "there is no such member; there are: {}",
                members.join(", ")
            )));
        };
        let bytes = encode(layout, text).map_err(refuse)?;
        Ok(Self {
            name: name.to_owned(),
            bytes,
        })
    }

    /// Adds it to a launch.
    pub fn set<'a>(&self, launch: Launch<'a>) -> Launch<'a> {
        // The library takes raw bytes as arrays, whose length the compiler has to know.
        macro_rules! by_size {
            ($($size:literal)*) => {
                match self.bytes.len() {
                    $($size => match <[u8; $size]>::try_from(self.bytes.as_slice()) {
                        Ok(bytes) => launch.set(&self.name, bytes),
                        Err(_) => launch,
                    },)*
                    // Refused by the library: no type has this size.
                    _ => launch.set(&self.name, [0u8; 0]),
                }
            };
        }
        by_size!(2 4 6 8 12 16 24 32 48 64 96 128)
    }
}

fn member<'a>(layout: &'a Layout, mut path: std::str::Split<'_, char>) -> Option<&'a Layout> {
    match (path.next(), layout) {
        (None, layout) => Some(layout),
        (Some(name), Layout::Struct { members, .. }) => {
            let found = members.iter().find(|member| member.name == name)?;
            member(&found.layout, path)
        }
        _ => None,
    }
}

/// Dotted names of what can be set.
fn members(name: &str, layout: &Layout) -> Vec<String> {
    match layout {
        Layout::Struct { members: all, .. } => all
            .iter()
            .flat_map(|member| members(&format!("{name}.{}", member.name), &member.layout))
            .collect(),
        _ => vec![name.to_owned()],
    }
}

fn encode(layout: &Layout, text: &str) -> Result<Vec<u8>, String> {
    if let Layout::Array { .. } | Layout::Struct { .. } = layout {
        return Err(format!(
            "{layout} is not a number or vector: set its members, or --bind the whole binding from a .bin file"
        ));
    }
    let mut places = Vec::new();
    scalars(layout, 0, &mut places);
    let numbers: Vec<_> = text.split(',').map(str::trim).collect();
    if numbers.len() != places.len() {
        return Err(format!(
            "{layout} takes {} numbers, {} were given",
            places.len(),
            numbers.len()
        ));
    }
    let mut bytes = vec![0; layout.size() as usize];
    for ((at, scalar), number) in places.into_iter().zip(numbers) {
        let at = at as usize;
        let number = encode_scalar(scalar, number)?;
        if let Some(to) = bytes.get_mut(at..at + number.len()) {
            to.copy_from_slice(&number);
        }
    }
    Ok(bytes)
}

fn encode_scalar(scalar: Scalar, text: &str) -> Result<Vec<u8>, String> {
    match scalar {
        Scalar::F16 | Scalar::F32 | Scalar::F64 => encode_float(scalar, text),
        Scalar::I16 | Scalar::I32 | Scalar::I64 => encode_integer(scalar, true, text),
        Scalar::U16 | Scalar::U32 | Scalar::U64 => encode_integer(scalar, false, text),
    }
}

fn encode_float(scalar: Scalar, text: &str) -> Result<Vec<u8>, String> {
    let no_number = |_| format!("{text:?} is not a number");
    let exact: f64 = text.parse().map_err(no_number)?;
    // Each width is read from the text itself, so that it is rounded once.
    let (bytes, infinite) = match scalar {
        Scalar::F16 => {
            let value = f16::from_f64(exact);
            (value.to_le_bytes().to_vec(), value.is_infinite())
        }
        Scalar::F32 => {
            let value: f32 = text.parse().map_err(no_number)?;
            (value.to_le_bytes().to_vec(), value.is_infinite())
        }
        _ => (exact.to_le_bytes().to_vec(), exact.is_infinite()),
    };
    // "inf" is meant; digits that reach it are not.
    if infinite && text.contains(|c: char| c.is_ascii_digit()) {
        return Err(format!("{text} is out of the range of {scalar}"));
    }
    Ok(bytes)
}

fn encode_integer(scalar: Scalar, signed: bool, text: &str) -> Result<Vec<u8>, String> {
    let bits = 8 * scalar.bytes() as u32;
    let (min, max) = match signed {
        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    };
    let Ok(value) = text.parse::<i128>() else {
        return Err(format!(
            "{text:?} is not a whole number, which {scalar} takes"
        ));
    };
    if !(min..=max).contains(&value) {
        return Err(format!(
            "{text} is out of the range of {scalar}, {min} to {max}"
        ));
    }
    let bytes = value.to_le_bytes().into_iter();
    Ok(bytes.take(scalar.bytes() as usize).collect())
}
