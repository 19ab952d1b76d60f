//! What a kernel asks for: its bindings, workgroup and overrides, reflected from the module.

use std::collections::HashMap;
use std::fmt;

use naga::valid::{GlobalUse, ModuleInfo};
use naga::{AddressSpace, StorageAccess, TypeInner};

use super::Source;
use super::layout::{Layout, Scalar};
use crate::error::{Error, Result};

/// What a compute entry point asks for.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Interface {
    /// Name of the entry point.
    pub entry_point: String,
    /// Invocations of a workgroup, `[x, y, z]`.
    pub workgroup_size: [u32; 3],
    /// Bytes of `var<workgroup>` memory.
    pub workgroup_memory_bytes: u64,
    /// The buffers that this entry point uses, by group and binding.
    pub bindings: Vec<Binding>,
    /// The module's overrides.
    pub overrides: Vec<OverrideInfo>,
}

/// A buffer of the kernel.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Binding {
    /// Name of the variable in the WGSL.
    pub name: String,
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// How the kernel may use it.
    pub space: Space,
    /// Its type.
    pub layout: Layout,
    /// Line of its declaration, from 1.
    pub line: u32,
}

/// The address space of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Space {
    /// `var<uniform>`
    Uniform,
    /// `var<storage, read>`
    StorageRead,
    /// `var<storage, read_write>`
    StorageReadWrite,
}

/// An `override` of the module.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OverrideInfo {
    /// Its name.
    pub name: String,
    /// The key by which pipelines know it: the `@id` where there is one, else the name.
    pub key: String,
    /// Its type: `bool`, or a scalar such as `u32`.
    pub ty: String,
    /// Whether it has a default value.
    pub has_default: bool,
}

impl Binding {
    /// Whether it is a storage binding.
    pub fn is_storage(&self) -> bool {
        self.space != Space::Uniform
    }

    /// Whether the kernel may write it.
    pub fn is_writable(&self) -> bool {
        self.space == Space::StorageReadWrite
    }

    /// Bytes before the first element: the head of a struct that ends in a runtime-sized array.
    pub fn header_bytes(&self) -> u64 {
        self.layout.runtime_array().map_or(0, |(offset, _)| offset)
    }

    /// Bytes from one element to the next. A binding that is no array is one element.
    pub fn stride(&self) -> u64 {
        match self.elements() {
            (_, Layout::Array { stride, .. }) => *stride,
            (_, layout) => layout.size(),
        }
    }

    /// Bytes that a buffer for it has at least: one element, and the whole of a struct that ends in
    /// a runtime-sized array, with the padding at its end.
    pub(crate) fn min_bytes(&self) -> u64 {
        match self.layout.runtime_array() {
            Some(_) => self.layout.size().max(self.header_bytes() + self.stride()),
            None => self.stride(),
        }
    }

    /// The element type: of the array, of the tail, or the binding's own.
    pub fn element(&self) -> &Layout {
        match self.elements() {
            (_, Layout::Array { element, .. }) => element,
            (_, layout) => layout,
        }
    }

    /// The number of elements where the WGSL fixes it: `array<T, N>`, or 1 where it is no array.
    pub fn fixed_len(&self) -> Option<u32> {
        match self.elements() {
            (_, Layout::Array { len, .. }) => *len,
            _ => Some(1),
        }
    }

    fn elements(&self) -> (u64, &Layout) {
        self.layout.runtime_array().unwrap_or((0, &self.layout))
    }

    /// Whether it can be divided at all: an array, or a struct that ends in one.
    pub(crate) fn is_array(&self) -> bool {
        matches!(self.elements(), (_, Layout::Array { .. }))
    }
}

impl OverrideInfo {
    /// Why it can't take a value, if it can't: conversion would round or wrap silently.
    pub(super) fn refuse(&self, value: f64) -> Option<String> {
        let range = match self.ty.as_str() {
            "i16" => f64::from(i16::MIN)..=f64::from(i16::MAX),
            "u16" => 0.0..=f64::from(u16::MAX),
            "i32" => f64::from(i32::MIN)..=f64::from(i32::MAX),
            "u32" => 0.0..=f64::from(u32::MAX),
            "i64" | "u64" => f64::MIN..=f64::MAX,
            _ => return (!value.is_finite()).then(|| format!("{value} is not finite")),
        };
        let fits = range.contains(&value) && value.fract() == 0.0;
        (!fits).then(|| format!("{value} is no {} for the override {:?}", self.ty, self.name))
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uniform => "uniform",
            Self::StorageRead => "storage, read",
            Self::StorageReadWrite => "storage, read_write",
        })
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "@group({}) @binding({}) var<{}> {}: {}",
            self.group, self.binding, self.space, self.name, self.layout
        )
    }
}

impl fmt::Display for OverrideInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if self.key != self.name {
            write!(f, " (@id({}))", self.key)?;
        }
        write!(f, ": {}", self.ty)?;
        if !self.has_default {
            write!(f, " (no default)")?;
        }
        Ok(())
    }
}

impl fmt::Display for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.workgroup_size;
        writeln!(f, "entry point   {}", self.entry_point)?;
        writeln!(f, "workgroup     {x} x {y} x {z} invocations")?;
        writeln!(f, "shared memory {} bytes", self.workgroup_memory_bytes)?;
        for binding in &self.bindings {
            write!(f, "{binding}")?;
            writeln!(
                f,
                "   ({} bytes an element, line {})",
                binding.stride(),
                binding.line
            )?;
            let table = binding.element().table();
            if !table.is_empty() {
                writeln!(f, "{table}")?;
            }
        }
        for constant in &self.overrides {
            writeln!(f, "override      {constant}")?;
        }
        Ok(())
    }
}

pub(super) fn overrides(module: &naga::Module) -> Vec<OverrideInfo> {
    module
        .overrides
        .iter()
        .filter(|(_, o)| o.name.is_some() || o.id.is_some())
        .map(|(_, o)| {
            let id = o.id.map(|id| id.to_string());
            let name = o.name.clone().or_else(|| id.clone()).unwrap_or_default();
            OverrideInfo {
                ty: match module.types.get_handle(o.ty).map(|ty| &ty.inner) {
                    Ok(TypeInner::Scalar(scalar)) => {
                        Scalar::from_naga(*scalar).map_or("bool", Scalar::name)
                    }
                    _ => "bool",
                }
                .to_owned(),
                key: id.unwrap_or_else(|| name.clone()),
                name,
                has_default: o.init.is_some(),
            }
        })
        .collect()
}

pub(super) fn reflect(
    module: &naga::Module,
    info: &ModuleInfo,
    entry: &naga::EntryPoint,
    source: &Source,
    overrides: Vec<OverrideInfo>,
) -> Result<Interface> {
    let used = info.get_entry_point(0);
    let mut bindings = Vec::new();
    let mut workgroup_memory_bytes = 0u64;
    for (handle, global) in module.global_variables.iter() {
        if used[handle].is_empty() {
            continue;
        }
        let line = module
            .global_variables
            .get_span(handle)
            .location(&source.wgsl)
            .line_number;
        let space = match global.space {
            AddressSpace::Uniform => Space::Uniform,
            AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => {
                Space::StorageReadWrite
            }
            AddressSpace::Storage { .. } => Space::StorageRead,
            AddressSpace::WorkGroup => {
                workgroup_memory_bytes += workgroup_bytes(module, global.ty);
                continue;
            }
            _ => continue,
        };
        let name = global.name.clone().unwrap_or_default();
        let (Some(layout), Some(at)) = (Layout::of(module, global.ty), global.binding) else {
            return Err(source.unsupported(
                line,
                format!("the type of {name:?} is not one that polygpu can bind"),
            ));
        };
        bindings.push(Binding {
            name,
            group: at.group,
            binding: at.binding,
            space,
            layout,
            line,
        });
    }
    bindings.sort_by_key(|b| (b.group, b.binding));
    Ok(Interface {
        entry_point: entry.name.clone(),
        workgroup_size: entry.workgroup_size,
        workgroup_memory_bytes,
        bindings,
        overrides,
    })
}

/// Members that a type may have, with those of its members: a struct of two structs of two structs, and so on, has
/// millions of them after twenty lines, and every one is looked at.
const MOST_MEMBERS: u64 = 4096;

fn refuse_members(module: &naga::Module, source: &Source) -> Result<()> {
    let mut counts: HashMap<naga::Handle<naga::Type>, u64> = HashMap::new();
    // A type stands behind those that it is made of.
    for (handle, def) in module.types.iter() {
        let of = |ty: &naga::Handle<naga::Type>| counts.get(ty).copied().unwrap_or(0);
        let count = match &def.inner {
            TypeInner::Array { base, .. } => of(base),
            TypeInner::Struct { members, .. } => members.iter().fold(0, |all: u64, member| {
                all.saturating_add(of(&member.ty)).saturating_add(1)
            }),
            _ => 0,
        };
        if count > MOST_MEMBERS {
            let name = def.name.as_deref().unwrap_or("a struct");
            let span = module.types.get_span(handle);
            return Err(source.unsupported(
                span.location(&source.wgsl).line_number,
                format!("{name} has {count} members, those of members included: more than {MOST_MEMBERS} are refused, use arrays"),
            ));
        }
        counts.insert(handle, count);
    }
    Ok(())
}

/// Bytes of a workgroup variable, rounded up as wgpu counts them against the limit.
fn workgroup_bytes(module: &naga::Module, ty: naga::Handle<naga::Type>) -> u64 {
    let size = module
        .types
        .get_handle(ty)
        .ok()
        .and_then(|ty| ty.inner.try_size(module.to_ctx()))
        .unwrap_or(0);
    u64::from(size).next_multiple_of(16)
}

/// Refuses by name what the virtual grid does not carry.
pub(super) fn refuse(module: &naga::Module, info: &ModuleInfo, source: &Source) -> Result<()> {
    refuse_members(module, source)?;
    let used = info.get_entry_point(0);
    for (handle, global) in module.global_variables.iter() {
        if used[handle] == GlobalUse::empty() {
            continue;
        }
        let line = module
            .global_variables
            .get_span(handle)
            .location(&source.wgsl)
            .line_number;
        let name = global.name.as_deref().unwrap_or("a variable");
        let what = match (
            &global.space,
            module.types.get_handle(global.ty).map(|t| &t.inner),
        ) {
            (_, Ok(TypeInner::Image { .. })) => {
                format!(
                    "{name} is a texture: polygpu takes buffers only; pass the texels as a storage buffer"
                )
            }
            (_, Ok(TypeInner::Sampler { .. })) => {
                format!(
                    "{name} is a sampler: polygpu takes buffers only; interpolate in the kernel"
                )
            }
            (_, Ok(TypeInner::BindingArray { .. })) => {
                format!("{name} is a binding array: give each buffer a binding of its own")
            }
            (AddressSpace::Handle, _) => {
                format!("{name} is an opaque handle: polygpu takes buffers only")
            }
            (AddressSpace::Immediate, _) => {
                format!("{name} is in the immediate address space: use a uniform")
            }
            _ if !global.memory_decorations.is_empty() => {
                format!(
                    "{name} is coherent or volatile: chunks on different devices can't see each other's writes"
                )
            }
            _ => continue,
        };
        return Err(source.unsupported(line, what));
    }
    Ok(())
}

impl Source {
    pub(super) fn unsupported(&self, line: u32, what: String) -> Error {
        Error::Unsupported {
            kernel: self.label.clone(),
            line,
            what,
        }
    }
}
