//! The launch's values, checked against the kernel's interface.

use crate::error::{Error, Result};
use crate::kernel::{Binding, BindingUse, Folded, HostType, Space};

/// A value as the user gave it.
pub(super) struct Argument<'a> {
    pub name: String,
    pub value: Value<'a>,
}

pub(super) enum Value<'a> {
    Read(&'a [u8], HostType),
    Write(&'a mut [u8], HostType),
    Buffer(wgpu::Buffer),
    /// A uniform or a member of one.
    Set(Vec<u8>, HostType),
}

/// A binding's content, once it was found to fit.
#[derive(Debug)]
pub(super) enum Host<'a> {
    Read(&'a [u8]),
    Write(&'a mut [u8]),
    /// Built from `set`.
    Owned(Vec<u8>),
    Buffer(wgpu::Buffer),
}

impl Host<'_> {
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Write(bytes) => bytes,
            Self::Owned(bytes) => bytes,
            Self::Buffer(_) => &[],
        }
    }
}

/// For each binding of the interface, in its order, the content and the number of elements.
pub(super) fn resolve<'a>(
    kernel: &str,
    folded: &Folded,
    arguments: Vec<Argument<'a>>,
) -> Result<Vec<(Host<'a>, u32)>> {
    let bindings = &folded.interface.bindings;
    let mut found: Vec<Option<Host<'a>>> = bindings.iter().map(|_| None).collect();
    let mut sets: Vec<Vec<(u64, u64)>> = vec![Vec::new(); bindings.len()];
    for Argument { name, value } in arguments {
        let mut path = name.split('.');
        let root = path.next().unwrap_or_default();
        let members: Vec<_> = path.collect();
        let unknown = || Error::UnknownBinding {
            kernel: kernel.to_owned(),
            name: name.clone(),
            available: bindings.iter().map(ToString::to_string).collect(),
        };
        let index = bindings.iter().position(|b| b.name == root);
        let index = index.ok_or_else(unknown)?;
        let (Some(binding), Some(uses), Some(slot), Some(set)) = (
            bindings.get(index),
            folded.uses.get(index),
            found.get_mut(index),
            sets.get_mut(index),
        ) else {
            return Err(unknown());
        };
        let refuse = |why: String| Error::Argument {
            kernel: kernel.to_owned(),
            binding: name.clone(),
            line: binding.line,
            why,
        };
        if let Value::Set(bytes, ty) = value {
            let (at, len) = set_member(binding, &members, &bytes, &ty).map_err(refuse)?;
            if set
                .iter()
                .any(|(from, n)| at < from + n && *from < at + len)
                || (slot.is_some() && set.is_empty())
            {
                return Err(refuse("it was given a value twice".to_owned()));
            }
            let whole = usize::try_from(binding.layout.size()).unwrap_or(usize::MAX);
            let host = slot.get_or_insert_with(|| Host::Owned(vec![0; whole]));
            if let Host::Owned(content) = host
                && let Ok(at) = usize::try_from(at)
                && let Some(target) = content.get_mut(at..at + bytes.len())
            {
                target.copy_from_slice(&bytes);
            }
            set.push((at, len));
            continue;
        }
        if !members.is_empty() {
            return Err(refuse(
                "only `set` takes members; bind the whole of it".to_owned(),
            ));
        }
        if slot.is_some() {
            return Err(refuse("it was given a value twice".to_owned()));
        }
        *slot = Some(bind(binding, uses, value).map_err(refuse)?);
    }
    missing(kernel, bindings, &found, &sets)?;
    bindings
        .iter()
        .zip(found.into_iter().flatten())
        .map(|(binding, host)| {
            let len = length(binding, &host).map_err(|why| Error::Argument {
                kernel: kernel.to_owned(),
                binding: binding.name.clone(),
                line: binding.line,
                why,
            })?;
            Ok((host, len))
        })
        .collect()
}

/// Where in a uniform a value goes: offset and size.
fn set_member(
    binding: &Binding,
    members: &[&str],
    bytes: &[u8],
    ty: &HostType,
) -> Result<(u64, u64), String> {
    if binding.is_writable() || binding.layout.runtime_array().is_some() {
        return Err("`set` is for uniforms and their members: use `bind` or `bind_mut`".to_owned());
    }
    let Some((at, layout)) = binding.layout.member(members) else {
        let mut leaves = Vec::new();
        binding.layout.leaves(&binding.name, 0, &mut leaves);
        let names: Vec<_> = leaves.into_iter().map(|(path, ..)| path).collect();
        return Err(format!(
            "there is no such member; there are: {}",
            names.join(", ")
        ));
    };
    if ty.is_bytes() && bytes.len() as u64 != layout.size() {
        return Err(format!(
            "{} bytes were given, {layout} takes {}",
            bytes.len(),
            layout.size()
        ));
    }
    match ty.mismatch(layout, layout.size()) {
        Some(why) => Err(why),
        None => Ok((at, layout.size())),
    }
}

fn bind<'a>(binding: &Binding, uses: &BindingUse, value: Value<'a>) -> Result<Host<'a>, String> {
    let check = |ty: &HostType| {
        // A struct with a runtime-sized tail takes bytes, or scalars of one kind throughout.
        let flat = binding.header_bytes() > 0;
        let (layout, stride) = if flat {
            (&binding.layout, ty.size)
        } else {
            (binding.element(), binding.stride())
        };
        match ty.mismatch(layout, stride) {
            Some(_) if flat && !ty.is_bytes() => Err(format!(
                "{} has a head of {} bytes and elements of {} bytes: give it as bytes (`&[u8]`), the layout is\n{}",
                binding.layout,
                binding.header_bytes(),
                binding.stride(),
                binding.layout.table()
            )),
            Some(why) => Err(why),
            None => Ok(()),
        }
    };
    match value {
        Value::Read(bytes, ty) => {
            if let Some(line) = uses.any_write() {
                return Err(format!(
                    "the kernel writes it in line {line}: use `bind_mut`"
                ));
            }
            check(&ty)?;
            Ok(Host::Read(bytes))
        }
        Value::Write(bytes, ty) => {
            if !binding.is_writable() {
                return Err(format!(
                    "it is var<{}>, which the kernel can't write: use `bind`",
                    binding.space
                ));
            }
            check(&ty)?;
            Ok(Host::Write(bytes))
        }
        Value::Buffer(buffer) => {
            let usage = match binding.space {
                Space::Uniform => wgpu::BufferUsages::UNIFORM,
                Space::StorageRead | Space::StorageReadWrite => wgpu::BufferUsages::STORAGE,
            };
            if !buffer.usage().contains(usage) {
                return Err(format!("the buffer was created without {usage:?}"));
            }
            if !buffer.size().is_multiple_of(4) {
                return Err(format!(
                    "the buffer's size is {} bytes, which is no multiple of 4",
                    buffer.size()
                ));
            }
            Ok(Host::Buffer(buffer))
        }
        Value::Set(..) => Err("set".to_owned()),
    }
}

/// The number of elements, or why the size can't be.
fn length(binding: &Binding, host: &Host<'_>) -> Result<u32, String> {
    let bytes = match host {
        Host::Buffer(buffer) => buffer.size(),
        other => other.bytes().len() as u64,
    };
    let (header, stride) = (binding.header_bytes(), binding.stride());
    if let Some(len) = binding.fixed_len() {
        let needed = u64::from(len) * stride;
        let fits = match host {
            Host::Buffer(_) => bytes >= needed,
            _ => bytes == needed,
        };
        return if fits {
            Ok(len)
        } else {
            Err(format!(
                "{bytes} bytes were given, {} takes {needed}",
                binding.layout
            ))
        };
    }
    let Some(content) = bytes.checked_sub(header) else {
        return Err(format!(
            "{bytes} bytes were given, the head of {} alone takes {header}",
            binding.layout
        ));
    };
    if !content.is_multiple_of(stride) && !matches!(host, Host::Buffer(_)) {
        return Err(format!(
            "{content} bytes are no whole number of elements of {stride} bytes ({})",
            binding.element()
        ));
    }
    u32::try_from(content / stride).map_err(|_| {
        format!(
            "{} elements: a binding holds fewer than 2^32",
            content / stride
        )
    })
}

fn missing(
    kernel: &str,
    bindings: &[Binding],
    found: &[Option<Host<'_>>],
    sets: &[Vec<(u64, u64)>],
) -> Result<()> {
    let mut names = Vec::new();
    for ((binding, host), sets) in bindings.iter().zip(found).zip(sets) {
        if host.is_none() {
            names.push(format!("{} ({binding})", binding.name));
        }
        if sets.is_empty() {
            continue;
        }
        let mut leaves = Vec::new();
        binding.layout.leaves(&binding.name, 0, &mut leaves);
        let is_set = |at: u64, size: u64| {
            sets.iter()
                .any(|(from, len)| *from <= at && at + size <= from + len)
        };
        let unset = leaves
            .into_iter()
            .filter(|(_, at, size)| !is_set(*at, *size));
        names.extend(unset.map(|(path, ..)| path));
    }
    if names.is_empty() {
        Ok(())
    } else {
        Err(Error::Missing {
            kernel: kernel.to_owned(),
            names,
        })
    }
}
