//! How a kernel uses each of its bindings, as far as a look at the statements tells. Enough to
//! refuse distributions that can't be right; what is really accessed is checked when it runs.

use std::collections::BTreeSet;

use naga::valid::{GlobalUse, ModuleInfo};
use naga::{
    AtomicFunction, Block, BuiltIn, Expression, Function, GlobalVariable, Handle, Module, Span,
    Statement,
};

use super::interface::{Binding, Interface};

/// The uses of one binding.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct BindingUse {
    /// Line of a plain read (`atomicLoad` too), if there is one.
    pub read: Option<u32>,
    /// Line of a store (`atomicStore` too).
    pub written: Option<u32>,
    /// Read-modify-write operations.
    pub atomics: Vec<AtomicUse>,
    /// Line of a load or store of the whole array at once.
    pub whole: Option<u32>,
    /// Line of a write to the header of a struct that ends in a runtime-sized array.
    pub header_written: Option<u32>,
    /// Members of a struct that are looked at; `None` where it may be all of them.
    pub members: Option<BTreeSet<u32>>,
}

/// An atomic read-modify-write.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AtomicUse {
    pub function: AtomicFunction,
    pub result_used: bool,
    pub line: u32,
}

impl BindingUse {
    /// Line of any write.
    pub fn any_write(&self) -> Option<u32> {
        self.written
            .or_else(|| self.atomics.first().map(|atomic| atomic.line))
    }
}

pub(super) fn scan(
    module: &Module,
    info: &ModuleInfo,
    interface: &Interface,
    wgsl: &str,
) -> Vec<BindingUse> {
    let mut uses = vec![BindingUse::default(); interface.bindings.len()];
    let functions = module
        .functions
        .iter()
        .map(|(_, function)| function)
        .chain(module.entry_points.iter().map(|entry| &entry.function));
    for function in functions {
        let mut scan = Scan {
            module,
            function,
            interface,
            wgsl,
            uses: &mut uses,
            referenced: referenced(function),
        };
        scan.expressions();
        scan.block(&function.body);
    }
    for (binding, found) in interface.bindings.iter().zip(&mut uses) {
        found.members = global_of(module, binding).and_then(|global| members(module, global));
    }
    // What the walk above does not follow (a pointer in an argument), naga's own analysis does.
    let entry = info.get_entry_point(0);
    for (binding, found) in interface.bindings.iter().zip(&mut uses) {
        let Some(handle) = global_of(module, binding) else {
            continue;
        };
        if entry[handle].contains(GlobalUse::WRITE) && found.any_write().is_none() {
            found.written = Some(binding.line);
        }
        if entry[handle].contains(GlobalUse::READ)
            && found.read.is_none()
            && found.any_write().is_none()
        {
            found.read = Some(binding.line);
        }
    }
    uses
}

/// The members of a global that are looked at one by one; `None` if it is used in any other way.
fn members(module: &Module, global: Handle<GlobalVariable>) -> Option<BTreeSet<u32>> {
    let mut members = BTreeSet::new();
    let functions = module.functions.iter().map(|(_, function)| function);
    for function in functions.chain(module.entry_points.iter().map(|entry| &entry.function)) {
        let is_global = |handle: Handle<Expression>| matches!(function.expressions[handle], Expression::GlobalVariable(g) if g == global);
        let (mut all, mut steps) = (0, 0);
        crate::rewrite::visit_operands(function, &mut |operand| {
            all += usize::from(is_global(operand))
        });
        for (_, expression) in function.expressions.iter() {
            if let Expression::AccessIndex { base, index } = expression
                && is_global(*base)
            {
                steps += 1;
                members.insert(*index);
            }
        }
        if all != steps {
            return None;
        }
    }
    Some(members)
}

/// Whether the entry point or a helper asks for subgroup builtins.
pub(super) fn subgroups(module: &Module) -> bool {
    let is_subgroup = |binding: &Option<naga::Binding>| {
        matches!(
            binding,
            Some(naga::Binding::BuiltIn(
                BuiltIn::NumSubgroups
                    | BuiltIn::SubgroupId
                    | BuiltIn::SubgroupSize
                    | BuiltIn::SubgroupInvocationId
            ))
        )
    };
    module.entry_points.iter().any(|entry| {
        entry.function.arguments.iter().any(|argument| {
            is_subgroup(&argument.binding)
                || match &module.types[argument.ty].inner {
                    naga::TypeInner::Struct { members, .. } => {
                        members.iter().any(|member| is_subgroup(&member.binding))
                    }
                    _ => false,
                }
        })
    })
}

pub(crate) fn global_of(module: &Module, binding: &Binding) -> Option<Handle<GlobalVariable>> {
    module
        .global_variables
        .iter()
        .find(|(_, global)| {
            global.name.as_deref() == Some(&binding.name)
                && global
                    .binding
                    .is_some_and(|at| (at.group, at.binding) == (binding.group, binding.binding))
        })
        .map(|(handle, _)| handle)
}

struct Scan<'a> {
    module: &'a Module,
    function: &'a Function,
    interface: &'a Interface,
    wgsl: &'a str,
    uses: &'a mut Vec<BindingUse>,
    referenced: Vec<bool>,
}

/// Where a pointer leads: the binding, and how many steps of indexing lie behind it.
struct Place {
    binding: usize,
    /// Whether the first step is into the runtime-sized tail of a struct.
    in_tail: bool,
    steps: usize,
}

impl Scan<'_> {
    fn expressions(&mut self) {
        for (handle, expression) in self.function.expressions.iter() {
            let line = self.line(self.function.expressions.get_span(handle));
            if let Expression::Load { pointer } = expression {
                self.access(*pointer, line, false);
            }
        }
    }

    fn block(&mut self, block: &Block) {
        for (statement, span) in block.span_iter() {
            let line = self.line(*span);
            match statement {
                Statement::Store { pointer, .. } => self.access(*pointer, line, true),
                Statement::Atomic {
                    pointer,
                    fun,
                    result,
                    ..
                } => {
                    let result_used = result
                        .and_then(|result| self.referenced.get(result.index()).copied())
                        .unwrap_or(false);
                    if let Some(place) = self.place(*pointer) {
                        let has_tail = self.has_tail(place.binding);
                        if let Some(found) = self.uses.get_mut(place.binding) {
                            found.atomics.push(AtomicUse {
                                function: *fun,
                                result_used,
                                line,
                            });
                            if has_tail && !place.in_tail {
                                found.header_written = Some(line);
                            }
                        }
                    }
                }
                Statement::Block(block) => self.block(block),
                Statement::If { accept, reject, .. } => {
                    self.block(accept);
                    self.block(reject);
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        self.block(&case.body);
                    }
                }
                Statement::Loop {
                    body, continuing, ..
                } => {
                    self.block(body);
                    self.block(continuing);
                }
                _ => {}
            }
        }
    }

    fn access(&mut self, pointer: Handle<Expression>, line: u32, write: bool) {
        let Some(place) = self.place(pointer) else {
            return;
        };
        let has_tail = self.has_tail(place.binding);
        let is_array = self
            .interface
            .bindings
            .get(place.binding)
            .is_some_and(Binding::is_array);
        let Some(found) = self.uses.get_mut(place.binding) else {
            return;
        };
        if write {
            found.written.get_or_insert(line);
        } else {
            found.read.get_or_insert(line);
        }
        if is_array && place.steps == 0 {
            found.whole.get_or_insert(line);
        }
        if has_tail && !place.in_tail && write {
            found.header_written.get_or_insert(line);
        }
    }

    fn place(&self, pointer: Handle<Expression>) -> Option<Place> {
        let mut at = pointer;
        let mut steps = 0;
        let mut first = None;
        loop {
            match &self.function.expressions[at] {
                Expression::Access { base, .. } => {
                    first = None;
                    at = *base;
                }
                Expression::AccessIndex { base, index } => {
                    first = Some(*index);
                    at = *base;
                }
                Expression::GlobalVariable(global) => {
                    let binding = self
                        .interface
                        .bindings
                        .iter()
                        .position(|binding| global_of(self.module, binding) == Some(*global))?;
                    let last = match &self.interface.bindings.get(binding)?.layout {
                        super::Layout::Struct { members, .. } => members.len().checked_sub(1),
                        _ => None,
                    };
                    return Some(Place {
                        binding,
                        in_tail: last.is_some() && first.map(|i| i as usize) == last,
                        steps,
                    });
                }
                _ => return None,
            }
            steps += 1;
        }
    }

    fn has_tail(&self, binding: usize) -> bool {
        self.interface
            .bindings
            .get(binding)
            .is_some_and(|binding| binding.header_bytes() > 0)
    }

    fn line(&self, span: Span) -> u32 {
        span.location(self.wgsl).line_number
    }
}

/// For each expression of the function, whether another expression or a statement refers to it.
pub(super) fn referenced(function: &Function) -> Vec<bool> {
    let mut used = vec![false; function.expressions.len()];
    let mut mark = |handle: Handle<Expression>| {
        if let Some(slot) = used.get_mut(handle.index()) {
            *slot = true;
        }
    };
    crate::rewrite::visit_operands(function, &mut mark);
    used
}
