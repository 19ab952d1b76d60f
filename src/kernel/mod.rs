//! Stage 3, load: WGSL to a validated module and its [`Interface`]. Holds no GPU object.

mod depth;
mod element;
mod folded;
mod interface;
mod layout;
mod repeat;
mod uses;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use naga::ShaderStage;
use naga::back::PipelineConstants;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

pub(crate) use element::HostType;
pub(crate) use folded::Folded;
pub use interface::{Binding, Interface, OverrideInfo, Space};
pub use layout::{Layout, Member, Scalar};
pub(crate) use repeat::{depends_on_order, has_floats};
pub(crate) use uses::{BindingUse, global_of};

use crate::error::{Error, Result};
use crate::rewrite;

/// One compute entry point of a WGSL module, validated and reflected.
///
/// Cheap to clone; holds no GPU object, so one kernel serves every device.
///
/// ```
/// # fn main() -> polygpu::Result<()> {
/// let kernel = polygpu::Kernel::from_wgsl("double.wgsl", "
///     @group(0) @binding(0) var<storage, read_write> data: array<f32>;
///     @compute @workgroup_size(64)
///     fn main(@builtin(global_invocation_id) id: vec3<u32>) {
///         if (id.x < arrayLength(&data)) { data[id.x] *= 2.0; }
///     }")?;
/// assert_eq!(kernel.interface()?.bindings[0].name, "data");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Kernel {
    source: Arc<Source>,
    entry: String,
}

/// Values of overrides by name, as bits so that they can be a key.
pub(crate) type Constants = BTreeMap<String, u64>;

struct Source {
    label: String,
    wgsl: String,
    module: naga::Module,
    /// Modules with one entry point and their overrides folded.
    folded: Mutex<HashMap<(String, Constants), Arc<Folded>>>,
}

impl Kernel {
    /// Loads a kernel from a `.wgsl` file. A relative path starts at the working directory.
    ///
    /// # Errors
    /// If the file can't be read, and as [`from_wgsl`](Self::from_wgsl).
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let wgsl = std::fs::read_to_string(path).map_err(|source| Error::ReadKernel {
            path: path.to_owned(),
            source,
        })?;
        Self::from_wgsl(path.display().to_string(), wgsl)
    }

    /// Loads a kernel from source text; `label` stands for the file name in messages.
    ///
    /// # Errors
    /// With the annotated source line if the WGSL is not valid, and if it has no compute entry
    /// point.
    pub fn from_wgsl(label: impl Into<String>, source: impl Into<String>) -> Result<Self> {
        let (label, wgsl) = (label.into(), source.into());
        let module = depth::on_deep_stack(wgsl.len(), || parse(&label, &wgsl));
        let module = module.map_err(|error| {
            let message = format!(
                "there is no stack for a text of {} bytes: {error}",
                wgsl.len()
            );
            wgsl_error(&label, None, message)
        })??;
        let available = compute_entries(&module);
        let Some(entry) = available.first().cloned() else {
            return Err(Error::EntryPoint {
                kernel: label,
                why: "there is no @compute entry point".to_owned(),
                available,
            });
        };
        // Where there are several, the user has to choose with `entry`: an empty name says so.
        let entry = if available.len() == 1 {
            entry
        } else {
            String::new()
        };
        Ok(Self {
            source: Arc::new(Source {
                label,
                wgsl,
                module,
                folded: Mutex::default(),
            }),
            entry,
        })
    }

    /// The same module with another entry point; needed where it has several.
    ///
    /// # Errors
    /// If there is no such compute entry point.
    pub fn entry(&self, name: &str) -> Result<Self> {
        if !self.entries().iter().any(|entry| entry == name) {
            return Err(self.entry_error(format!("there is no compute entry point {name:?}")));
        }
        Ok(Self {
            source: self.source.clone(),
            entry: name.to_owned(),
        })
    }

    /// Names of the module's compute entry points.
    pub fn entries(&self) -> Vec<String> {
        compute_entries(&self.source.module)
    }

    /// The module's overrides.
    pub fn overrides(&self) -> Vec<OverrideInfo> {
        interface::overrides(&self.source.module)
    }

    /// The file or label that messages show.
    pub fn label(&self) -> &str {
        &self.source.label
    }

    /// The WGSL text.
    pub fn wgsl(&self) -> &str {
        &self.source.wgsl
    }

    /// The reflected interface, with the overrides' default values.
    ///
    /// # Errors
    /// If the entry point is ambiguous, an override has no default, or the kernel uses what
    /// polygpu refuses (textures, samplers, ...).
    pub fn interface(&self) -> Result<Interface> {
        self.interface_with(&[])
    }

    /// The reflected interface with overrides set, by name or by `@id` as text.
    ///
    /// # Errors
    /// As [`interface`](Self::interface), and if there is no such override or the value does not
    /// fit it.
    pub fn interface_with(&self, constants: &[(&str, f64)]) -> Result<Interface> {
        Ok(self.fold(&bits(constants))?.interface.clone())
    }

    /// The module for these override values, from the cache where it was asked for before.
    pub(crate) fn fold(&self, constants: &Constants) -> Result<Arc<Folded>> {
        let cache = self.source.folded.lock();
        let mut cache = cache.unwrap_or_else(PoisonError::into_inner);
        let key = (self.entry.clone(), constants.clone());
        if let Some(folded) = cache.get(&key) {
            return Ok(folded.clone());
        }
        let folded = Arc::new(self.fold_uncached(constants)?);
        cache.insert(key, folded.clone());
        Ok(folded)
    }

    fn fold_uncached(&self, constants: &Constants) -> Result<Folded> {
        if self.entry.is_empty() {
            return Err(
                self.entry_error("there are several entry points: choose one by name".to_owned())
            );
        }
        let source = &*self.source;
        // Entry points that are not wanted may use overrides that have no value here, so they go
        // first.
        let mut module = source.module.clone();
        module
            .entry_points
            .retain(|entry| entry.stage == ShaderStage::Compute && entry.name == self.entry);
        naga::compact::compact(&mut module, naga::compact::KeepUnused::No);
        let overrides = interface::overrides(&source.module);
        let mut values = PipelineConstants::default();
        for (name, bits) in constants {
            let Some(info) = overrides.iter().find(|o| o.key == *name || o.name == *name) else {
                return Err(
                    self.constant_error(&overrides, format!("there is no override {name:?}"))
                );
            };
            if let Some(why) = info.refuse(f64::from_bits(*bits)) {
                return Err(self.constant_error(&overrides, why));
            }
            // An override that this entry point does not reach is gone from the module.
            if interface::overrides(&module)
                .iter()
                .any(|o| o.key == info.key)
            {
                values.insert(info.key.clone(), f64::from_bits(*bits));
            }
        }
        let info = validate(&module, Capabilities::all())
            .map_err(|error| self.constant_error(&overrides, error.to_string()))?;
        let (module, info) = naga::back::pipeline_constants::process_overrides(
            &module,
            &info,
            Some((ShaderStage::Compute, &self.entry)),
            &values,
        )
        .map_err(|error| self.constant_error(&overrides, error.to_string()))?;
        let (module, info) = (module.into_owned(), info.into_owned());
        let Some(entry) = module.entry_points.first() else {
            return Err(self.entry_error(format!("the entry point {:?} is gone", self.entry)));
        };
        interface::refuse(&module, &info, source)?;
        let interface = interface::reflect(&module, &info, entry, source, overrides)?;
        let uses = uses::scan(&module, &info, &interface, &source.wgsl);
        let capabilities = needed_capabilities(&module);
        let subgroups = uses::subgroups(&module) || capabilities.contains(Capabilities::SUBGROUP);
        let id_names = folded::id_names(entry);
        let folded = Folded {
            module,
            info,
            interface,
            uses,
            capabilities,
            subgroups,
            id_names,
            lines: folded::lines(&source.wgsl),
            analysed: Mutex::default(),
        };
        // What the rewrite can't carry is known here, before any device is asked.
        rewrite::rewrite(&folded, &rewrite::Options::guards_only()).map_err(|broken| {
            let line = broken.span.location(&source.wgsl).line_number;
            source.unsupported(line, broken.why.to_owned())
        })?;
        Ok(folded)
    }

    /// Whether the module declares a buffer of this name, used or not.
    pub fn declares(&self, name: &str) -> bool {
        let mut globals = self.source.module.global_variables.iter();
        globals.any(|(_, global)| global.binding.is_some() && global.name.as_deref() == Some(name))
    }

    fn entry_error(&self, why: String) -> Error {
        Error::EntryPoint {
            kernel: self.source.label.clone(),
            why,
            available: self.entries(),
        }
    }

    fn constant_error(&self, overrides: &[OverrideInfo], why: String) -> Error {
        Error::Constant {
            kernel: self.source.label.clone(),
            why,
            available: overrides.iter().map(ToString::to_string).collect(),
        }
    }
}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kernel({}, {})", self.source.label, self.entry)
    }
}

/// Values of overrides as the key that they are folded by.
pub(crate) fn bits(constants: &[(&str, f64)]) -> Constants {
    let constants = constants.iter();
    constants
        .map(|(name, value)| ((*name).to_owned(), value.to_bits()))
        .collect()
}

fn parse(label: &str, wgsl: &str) -> Result<naga::Module> {
    let parsed = naga::front::wgsl::Frontend::new().parse(wgsl);
    let module = parsed.map_err(|error| {
        let message = error.emit_to_string_with_path(wgsl, label);
        wgsl_error(label, error.location(wgsl), message)
    })?;
    if let Some((span, why)) = depth::too_deep(&module) {
        let at = span.is_defined().then(|| span.location(wgsl));
        return Err(wgsl_error(label, at, why));
    }
    validate(&module, Capabilities::all()).map_err(|error| {
        let message = error.emit_to_string_with_path(wgsl, label);
        wgsl_error(label, error.location(wgsl), message)
    })?;
    Ok(module)
}

fn wgsl_error(label: &str, at: Option<naga::SourceLocation>, message: String) -> Error {
    Error::Wgsl {
        kernel: label.to_owned(),
        line: at.map_or(0, |at| at.line_number),
        column: at.map_or(0, |at| at.line_position),
        message,
    }
}

fn compute_entries(module: &naga::Module) -> Vec<String> {
    module
        .entry_points
        .iter()
        .filter(|entry| entry.stage == ShaderStage::Compute)
        .map(|entry| entry.name.clone())
        .collect()
}

pub(crate) fn validate(
    module: &naga::Module,
    capabilities: Capabilities,
) -> Result<ModuleInfo, Box<naga::WithSpan<naga::valid::ValidationError>>> {
    Validator::new(ValidationFlags::all(), capabilities)
        .subgroup_stages(naga::valid::ShaderStages::all())
        .subgroup_operations(naga::valid::SubgroupOperationSet::all())
        .validate(module)
        .map_err(Box::new)
}

/// The capabilities without which the module does not validate: what a device has to offer.
///
/// Asking the validator is slower than looking at types and operations, once per kernel, and can't
/// fall out of step with it.
fn needed_capabilities(module: &naga::Module) -> Capabilities {
    // One after the other is left away, not each alone: of some, one or the other will do. Backwards,
    // since what comes later offers more.
    let mut needed = Capabilities::all();
    let all: Vec<_> = Capabilities::all().iter().collect();
    for capability in all.into_iter().rev() {
        if validate(module, needed - capability).is_ok() {
            needed -= capability;
        }
    }
    needed
}
