//! Stage 7, rewrite: a kernel's module becomes one that may run a part of a grid.
//!
//! A chunk must not know that it is a chunk. The rewritten kernel reads *grid data* (a uniform in
//! a free binding): the base of its workgroups, the size of the whole grid, and for each storage
//! binding the window that it holds. Then
//!
//! - `workgroup_id` and `global_invocation_id` are shifted by the base, and `num_workgroups` reads
//!   as the whole grid's;
//! - an index into a windowed binding is shifted by the window's base; `arrayLength` reads as the
//!   whole length.
//!
//! **Out of bounds** has one meaning, on every driver: a read gives zero, a write is skipped. Each
//! access whose index is computed gets a guard for it, in every address space, and the module goes
//! to wgpu without wgpu's own bounds checks. The guard tests the index against the window (which
//! lies inside the binding), and replaces it by 0 where it fails: every buffer holds at least
//! one element, so the pointer is good in any case. A read then selects zero; a write or an atomic
//! stands under an `if`.
//!
//! A *checked* launch also writes down the first access that lies inside the binding, but outside
//! the window.
//!
//! What the access analysis has [`Proven`] carries no guard. Loops and integer divisions have wgpu's
//! own checks, which are left away where the analysis shows that every loop ends, and that no divisor is
//! zero.
//!
//! The rewrite builds each function anew, in the order of its statements, since naga wants an
//! operand before its use and each computed expression inside an `Emit` range.

mod bounds;
mod builder;
mod calls;
mod entry;
mod function;
mod grid;
mod guard;
mod operands;

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use naga::proc::IndexableLength;
use naga::{
    ArraySize, Function, GlobalVariable, Handle, Module, ResourceBinding, Span, Type, TypeInner,
};

pub(crate) use grid::{GridData, LOG_WORDS, Window};
pub(crate) use operands::visit_operands;

use crate::access::{Facts, Site};
use crate::kernel::{Folded, Layout, global_of};
use crate::plan::Distribution;
use function::rewrite_function;

/// What the rewritten module is to be able to do.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Options {
    /// Shift the ids and read lengths from the grid data. Without it only the guards are added.
    pub virtual_grid: bool,
    /// For each binding of the interface: whether chunks hold only a window of it.
    pub windowed: Vec<bool>,
    /// Write down the first access outside a window.
    pub checked: bool,
    /// What needs no guard.
    pub proven: Arc<Proven>,
}

/// What the analysis has proven of a kernel in a launch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Proven {
    /// Accesses whose index is always in bounds: function (`None` for the entry point) and
    /// expression.
    pub in_bounds: BTreeSet<Site>,
    /// Every loop ends.
    pub loops_end: bool,
    /// No division by zero, and none that overflows.
    pub divisors_hold: bool,
}

impl Proven {
    /// What holds although the caller states distributions: their windows may be wrong.
    pub fn of(facts: &Facts, distributions: &[Option<Distribution>]) -> Arc<Self> {
        let is_stated = |binding: usize| distributions.get(binding).is_some_and(Option::is_some);
        if !distributions.iter().any(Option::is_some) {
            return facts.proven.clone();
        }
        let mut proven = (*facts.proven).clone();
        proven.in_bounds.retain(|site| {
            let binding = facts.sites.get(site).and_then(|(binding, _)| *binding);
            !binding.is_some_and(is_stated)
        });
        Arc::new(proven)
    }
}

impl Options {
    /// The whole grid, the whole of every binding.
    pub fn guards_only() -> Self {
        Self {
            virtual_grid: false,
            windowed: Vec::new(),
            checked: false,
            proven: Arc::default(),
        }
    }
}

/// A rewritten module, and where its additions are bound.
pub(crate) struct Rewritten {
    pub module: Module,
    pub grid_data: Option<ResourceBinding>,
    pub log: Option<ResourceBinding>,
}

/// What the rewrite can't carry, and where it stands in the source.
#[derive(Debug)]
pub(crate) struct Broken {
    pub why: &'static str,
    pub span: Span,
}

/// IR that naga's validator would not have passed.
fn broken(why: &'static str) -> Broken {
    let span = Span::UNDEFINED;
    Broken { why, span }
}

/// What the functions of one module share.
struct Shared {
    types: grid::Types,
    checked: bool,
    proven: Arc<Proven>,
    grid_data: Option<Handle<GlobalVariable>>,
    report: Option<Handle<Function>>,
    invocation: Option<Handle<GlobalVariable>>,
    /// Storage bindings that are arrays or end in one.
    arrays: HashMap<Handle<GlobalVariable>, ArrayBinding>,
    /// Lengths of the fixed-size array types.
    lengths: HashMap<Handle<Type>, u32>,
    /// Old to new handles of the helper functions done so far.
    functions: HashMap<Handle<Function>, Handle<Function>>,
}

struct ArrayBinding {
    /// Its number in the interface, which is its number in the grid data.
    index: u32,
    windowed: bool,
    /// The member that is the runtime-sized tail of a struct.
    tail: Option<u32>,
}

/// Rewrites the module of a kernel.
pub(crate) fn rewrite(folded: &Folded, options: &Options) -> Result<Rewritten, Broken> {
    let mut module = folded.module.clone();
    let types = grid::types(&mut module);
    let lengths = lengths(&module);
    let arrays = arrays(folded, options, &mut module)?;

    let mut free = FreeBindings::new(folded);
    let count = folded.interface.bindings.len();
    let grid_at = options.virtual_grid.then(|| free.take());
    let grid_data = grid_at.map(|at| grid::add_grid_data(&mut module, types, at, count));
    let log_at = options.checked.then(|| free.take());
    let log = log_at.map(|at| grid::add_log(&mut module, types, at));

    let old_functions = module.functions.take();
    let mut report = None;
    let mut invocation = None;
    if let Some(log) = log {
        report = Some(module.functions.append(log.report, Span::UNDEFINED));
        invocation = Some(log.invocation);
    }
    let mut shared = Shared {
        types,
        checked: options.checked,
        proven: options.proven.clone(),
        grid_data,
        report,
        invocation,
        arrays,
        lengths,
        functions: HashMap::new(),
    };
    for (handle, old) in old_functions.iter() {
        let new = rewrite_function(
            &shared,
            &mut module.types,
            old,
            &folded.info[handle],
            Some(handle),
        )?;
        let new = module.functions.append(new, old_functions.get_span(handle));
        shared.functions.insert(handle, new);
    }
    let info = folded.info.get_entry_point(0);
    for entry in &mut module.entry_points {
        entry.function = rewrite_function(&shared, &mut module.types, &entry.function, info, None)?;
    }
    Ok(Rewritten {
        module,
        grid_data: grid_at,
        log: log_at,
    })
}

/// The array bindings, and makes fixed-size ones runtime-sized where only a window is held.
fn arrays(
    folded: &Folded,
    options: &Options,
    module: &mut Module,
) -> Result<HashMap<Handle<GlobalVariable>, ArrayBinding>, Broken> {
    let mut arrays = HashMap::new();
    for (index, binding) in folded.interface.bindings.iter().enumerate() {
        if !binding.is_storage() || !binding.is_array() {
            continue;
        }
        let handle = global_of(module, binding).ok_or(broken("a binding without a variable"))?;
        let windowed = options.windowed.get(index).copied().unwrap_or(false);
        if windowed && binding.fixed_len().is_some() {
            let global = module.global_variables.get_mut(handle);
            let Some(&TypeInner::Array { base, stride, .. }) =
                module.types.get_handle(global.ty).ok().map(|t| &t.inner)
            else {
                return Err(broken("an array binding whose type is no array"));
            };
            let inner = TypeInner::Array {
                base,
                size: ArraySize::Dynamic,
                stride,
            };
            global.ty = module
                .types
                .insert(Type { name: None, inner }, Span::UNDEFINED);
        }
        let tail = match &binding.layout {
            Layout::Struct { members, .. } => {
                Some(u32::try_from(members.len().saturating_sub(1)).unwrap_or(u32::MAX))
            }
            _ => None,
        };
        let index = u32::try_from(index).map_err(|_| broken("too many bindings"))?;
        arrays.insert(
            handle,
            ArrayBinding {
                index,
                windowed,
                tail,
            },
        );
    }
    Ok(arrays)
}

fn lengths(module: &Module) -> HashMap<Handle<Type>, u32> {
    module
        .types
        .iter()
        .filter_map(|(handle, ty)| match &ty.inner {
            TypeInner::Array { size, .. } => match size.resolve(module.to_ctx()) {
                Ok(IndexableLength::Known(len)) => Some((handle, len)),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

/// Binding numbers that the kernel leaves free, in the last group that it uses: adding a group
/// would not do, devices have as few as four and a kernel may use them all.
struct FreeBindings {
    group: u32,
    taken: Vec<u32>,
}

impl FreeBindings {
    fn new(folded: &Folded) -> Self {
        let bindings = &folded.interface.bindings;
        let group = bindings.iter().map(|b| b.group).max().unwrap_or(0);
        // Also those that are declared and not used by this entry point: they are in the module.
        let taken = folded
            .module
            .global_variables
            .iter()
            .filter_map(|(_, global)| global.binding)
            .filter(|at| at.group == group)
            .map(|at| at.binding)
            .collect();
        Self { group, taken }
    }

    fn take(&mut self) -> ResourceBinding {
        let binding = (0..).find(|b| !self.taken.contains(b)).unwrap_or(u32::MAX);
        self.taken.push(binding);
        ResourceBinding {
            group: self.group,
            binding,
        }
    }
}
