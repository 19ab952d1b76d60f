//! The launch's values, checked against the kernel's interface.

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::kernel::{Binding, BindingUse, Folded, HostType, Layout, Space};

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

/// What a binding was given so far.
enum Given {
    Nothing,
    /// All of it, so many elements.
    Whole(u32),
    /// Parts of a uniform: offsets and sizes.
    Parts(Vec<(u64, u64)>),
}

/// Checks every value, and gives the number of elements of each binding of the interface.
pub(super) fn check(kernel: &str, folded: &Folded, arguments: &[Argument<'_>]) -> Result<Vec<u32>> {
    let bindings = &folded.interface.bindings;
    let mut given: Vec<Given> = bindings.iter().map(|_| Given::Nothing).collect();
    for argument in arguments {
        let (root, members) = path(&argument.name);
        let all = bindings.iter().zip(&folded.uses).zip(&mut given);
        let Some(((binding, uses), given)) = all.into_iter().find(|((b, _), _)| b.name == root)
        else {
            return Err(unknown(kernel, bindings, &argument.name));
        };
        check_one(binding, uses, &members, &argument.value, given).map_err(|why| {
            Error::Argument {
                kernel: kernel.to_owned(),
                binding: argument.name.clone(),
                line: binding.line,
                why,
            }
        })?;
    }
    let names = missing(folded, &given);
    if !names.is_empty() {
        return Err(Error::Missing {
            kernel: kernel.to_owned(),
            names,
        });
    }
    let all = bindings.iter().zip(&given);
    Ok(all
        .map(|given| match given {
            (_, Given::Whole(len)) => *len,
            (binding, Given::Nothing | Given::Parts(_)) => binding.fixed_len().unwrap_or(1),
        })
        .collect())
}

/// The content of each binding of the interface. The values must have passed [`check`].
pub(super) fn hosts<'a>(folded: &Folded, arguments: Vec<Argument<'a>>) -> Vec<Host<'a>> {
    let bindings = &folded.interface.bindings;
    let zeros = |binding: &Binding| vec![0; usize::try_from(binding.layout.size()).unwrap_or(0)];
    let mut hosts: Vec<_> = bindings
        .iter()
        .map(|binding| match binding.space {
            Space::Uniform => Host::Owned(zeros(binding)),
            Space::StorageRead | Space::StorageReadWrite => Host::Read(&[]),
        })
        .collect();
    for Argument { name, value } in arguments {
        let (root, members) = path(&name);
        let mut all = bindings.iter().zip(&mut hosts);
        let Some((binding, host)) = all.find(|(binding, _)| binding.name == root) else {
            continue;
        };
        match value {
            Value::Read(bytes, _) => *host = Host::Read(bytes),
            Value::Write(bytes, _) => *host = Host::Write(bytes),
            Value::Buffer(buffer) => *host = Host::Buffer(buffer),
            Value::Set(bytes, _) => {
                if !matches!(host, Host::Owned(_)) {
                    *host = Host::Owned(zeros(binding));
                }
                if let Host::Owned(content) = host {
                    set(content, binding, &members, &bytes);
                }
            }
        }
    }
    hosts
}

/// What the host has of each binding that the kernel does not write: what a plan may rest on.
pub(super) fn content<'a>(
    folded: &Folded,
    arguments: &'a [Argument<'_>],
) -> Vec<Option<Cow<'a, [u8]>>> {
    let bindings = folded.interface.bindings.iter().zip(&folded.uses);
    let of = |(binding, uses): (&Binding, &BindingUse)| {
        if uses.any_write().is_some() {
            return None;
        }
        let mut parts: Option<Vec<u8>> = None;
        for Argument { name, value } in arguments {
            let (root, members) = path(name);
            if root != binding.name {
                continue;
            }
            match value {
                Value::Read(bytes, _) => return Some(Cow::Borrowed(*bytes)),
                Value::Write(bytes, _) => return Some(Cow::Borrowed(&**bytes)),
                Value::Buffer(_) => return None,
                Value::Set(bytes, _) => {
                    let size = usize::try_from(binding.layout.size()).unwrap_or(0);
                    let content = parts.get_or_insert_with(|| vec![0; size]);
                    set(content, binding, &members, bytes);
                }
            }
        }
        parts.map(Cow::Owned)
    };
    bindings.map(of).collect()
}

/// Puts a value at the place of a member.
fn set(content: &mut [u8], binding: &Binding, members: &[&str], bytes: &[u8]) {
    let at = binding.layout.member(members).map(|(at, _)| at);
    if let Some(at) = at.and_then(|at| usize::try_from(at).ok())
        && let Some(target) = content.get_mut(at..at + bytes.len())
    {
        target.copy_from_slice(bytes);
    }
}

/// A name that is no binding's. Whether the module declares it is found out by whom it concerns.
pub(super) fn unknown(kernel: &str, bindings: &[Binding], name: &str) -> Error {
    Error::UnknownBinding {
        kernel: kernel.to_owned(),
        name: name.to_owned(),
        unused: false,
        available: bindings.iter().map(ToString::to_string).collect(),
    }
}

fn path(name: &str) -> (&str, Vec<&str>) {
    let mut path = name.split('.');
    (path.next().unwrap_or_default(), path.collect())
}

fn check_one(
    binding: &Binding,
    uses: &BindingUse,
    members: &[&str],
    value: &Value<'_>,
    given: &mut Given,
) -> Result<(), String> {
    let twice = || Err("it was given a value twice".to_owned());
    if let Value::Set(bytes, ty) = value {
        let (at, len) = check_set(binding, members, bytes, ty)?;
        let overlaps = |(from, n): &(u64, u64)| at < from + n && *from < at + len;
        match given {
            Given::Nothing => *given = Given::Parts(vec![(at, len)]),
            Given::Parts(parts) if !parts.iter().any(overlaps) => parts.push((at, len)),
            Given::Parts(_) | Given::Whole(_) => return twice(),
        }
        return Ok(());
    }
    if !members.is_empty() {
        return Err("only `set` takes members; bind the whole of it".to_owned());
    }
    if !matches!(given, Given::Nothing) {
        return twice();
    }
    check_bind(binding, uses, value)?;
    *given = Given::Whole(length(binding, value)?);
    Ok(())
}

/// Where in a uniform a value goes: offset and size.
fn check_set(
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

fn check_bind(binding: &Binding, uses: &BindingUse, value: &Value<'_>) -> Result<(), String> {
    match value {
        Value::Read(_, ty) => {
            if let Some(line) = uses.any_write() {
                return Err(format!(
                    "the kernel writes it in line {line}: use `bind_mut`"
                ));
            }
            check_type(binding, ty)
        }
        Value::Write(_, ty) => {
            if !binding.is_writable() {
                return Err(format!(
                    "it is var<{}>, which the kernel can't write: use `bind`",
                    binding.space
                ));
            }
            check_type(binding, ty)
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
            Ok(())
        }
        Value::Set(..) => Ok(()),
    }
}

fn check_type(binding: &Binding, ty: &HostType) -> Result<(), String> {
    // A struct with a runtime-sized tail takes bytes, or scalars if it is made of one kind.
    if binding.header_bytes() > 0 {
        return match ty.mismatch(&binding.layout, ty.size) {
            None => Ok(()),
            Some(_) => Err(format!(
                "{} has a head of {} bytes and elements of {} bytes, the Rust type is {}: give it as bytes (`&[u8]`); the layout in WGSL:\n{}",
                binding.layout,
                binding.header_bytes(),
                binding.stride(),
                ty.name,
                binding.layout.table()
            )),
        };
    }
    match ty.mismatch(binding.element(), binding.stride()) {
        Some(why) => Err(why),
        None => Ok(()),
    }
}

/// The number of elements, or why the size can't be.
fn length(binding: &Binding, value: &Value<'_>) -> Result<u32, String> {
    // A buffer may be larger than what the kernel sees of it.
    let (bytes, exact) = match value {
        Value::Buffer(buffer) => (buffer.size(), false),
        Value::Read(bytes, _) => (bytes.len() as u64, true),
        Value::Write(bytes, _) => (bytes.len() as u64, true),
        Value::Set(bytes, _) => (bytes.len() as u64, true),
    };
    let (header, stride) = (binding.header_bytes(), binding.stride());
    if let Some(len) = binding.fixed_len() {
        let needed = u64::from(len) * stride;
        // A uniform may come padded, as buffers of it mostly are.
        let padded = binding.space == Space::Uniform && bytes == needed.next_multiple_of(16);
        return if bytes == needed || padded || (!exact && bytes > needed) {
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
    if exact && !content.is_multiple_of(stride) {
        return Err(format!(
            "{content} bytes are no whole number of elements of {stride} bytes ({})",
            binding.element()
        ));
    }
    if !exact && bytes < binding.min_bytes() {
        return Err(format!(
            "the buffer has {bytes} bytes, the kernel wants {} at least",
            binding.min_bytes()
        ));
    }
    u32::try_from(content / stride).map_err(|_| {
        format!(
            "{} elements: a binding holds fewer than 2^32",
            content / stride
        )
    })
}

/// The bindings and members that have no value.
fn missing(folded: &Folded, given: &[Given]) -> Vec<String> {
    let mut names = Vec::new();
    let bindings = folded.interface.bindings.iter().zip(&folded.uses);
    for ((binding, uses), given) in bindings.zip(given) {
        match given {
            Given::Nothing => names.push(format!("{} ({binding})", binding.name)),
            Given::Whole(_) => {}
            Given::Parts(parts) => {
                let mut leaves = Vec::new();
                binding.layout.leaves(&binding.name, 0, &mut leaves);
                let is_set = |at: u64, size: u64| {
                    let covers = |(from, len): &(u64, u64)| *from <= at && at + size <= from + len;
                    parts.iter().any(covers)
                };
                let members = uses.members.as_ref();
                // What the kernel does not look at (padding, mostly) needs no value.
                let is_read = |at: u64| match (&binding.layout, members) {
                    (Layout::Struct { members, .. }, Some(read)) => {
                        let of = members.iter().rposition(|member| member.offset <= at);
                        of.is_none_or(|of| read.iter().any(|index| *index as usize == of))
                    }
                    _ => true,
                };
                let unset = leaves
                    .into_iter()
                    .filter(|(_, at, size)| is_read(*at) && !is_set(*at, *size));
                names.extend(unset.map(|(path, ..)| path));
            }
        }
    }
    names
}
