//! A kernel whose overrides are known, and what was found out about its launches.

use std::sync::{Arc, Mutex, PoisonError};

use naga::valid::{Capabilities, ModuleInfo};
use naga::{Binding, BuiltIn, EntryPoint, Expression};

use super::interface::Interface;
use super::uses::BindingUse;
use crate::access::{self, Facts, Known};

/// A kernel whose overrides are known: what is planned, rewritten and built.
pub(crate) struct Folded {
    /// Only the one entry point and what it reaches.
    pub module: naga::Module,
    pub info: ModuleInfo,
    pub interface: Interface,
    /// How each binding of the interface is used, in its order.
    pub uses: Vec<BindingUse>,
    /// What the module needs of a device, as naga names it.
    pub capabilities: Capabilities,
    /// Whether it uses subgroup operations or builtins.
    pub subgroups: bool,
    /// What the kernel calls the components of the global invocation id.
    pub id_names: [String; 3],
    /// Byte offsets at which the lines of the source begin.
    pub(super) lines: Vec<usize>,
    /// What was found out about launches of late.
    pub(super) analysed: Mutex<Vec<Analysed>>,
}

/// An analysis, and what it holds for.
pub(super) struct Analysed {
    grid: [u32; 3],
    lens: Vec<u32>,
    facts: Arc<Facts>,
}

/// Launches that a kernel remembers.
const ANALYSED: usize = 8;

impl Folded {
    /// What the analysis finds out about a launch; from the cache, if the values that it looked at
    /// are the same.
    pub fn facts(&self, known: &Known<'_>) -> Arc<Facts> {
        let mut analysed = self.analysed.lock().unwrap_or_else(PoisonError::into_inner);
        let holds = |analysed: &Analysed| {
            analysed.grid == known.grid
                && analysed.lens == known.lens
                && analysed
                    .facts
                    .consulted
                    .iter()
                    .all(|value| known.confirms(value))
        };
        if let Some(at) = analysed.iter().position(holds) {
            let found = analysed.remove(at);
            let facts = found.facts.clone();
            analysed.push(found);
            return facts;
        }
        let facts = Arc::new(access::analyse(self, known));
        if analysed.len() >= ANALYSED {
            analysed.remove(0);
        }
        analysed.push(Analysed {
            grid: known.grid,
            lens: known.lens.to_vec(),
            facts: facts.clone(),
        });
        facts
    }

    /// The line of a place in the source, from 1.
    pub fn line(&self, span: naga::Span) -> u32 {
        let at = span.to_range().map_or(0, |range| range.start);
        u32::try_from(self.lines.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
    }

    /// The line of the entry point.
    pub fn entry_line(&self) -> u32 {
        let entry = self.module.entry_points.first();
        let body = entry.and_then(|entry| entry.function.body.span_iter().next());
        body.map_or(1, |(_, span)| self.line(*span))
    }
}

/// What an entry point calls the components of the global invocation id.
pub(super) fn id_names(entry: &EntryPoint) -> [String; 3] {
    let function = &entry.function;
    let is_id = |binding: &Option<Binding>| {
        matches!(binding, Some(Binding::BuiltIn(BuiltIn::GlobalInvocationId)))
    };
    let argument = function
        .arguments
        .iter()
        .position(|argument| is_id(&argument.binding));
    let name = argument.and_then(|at| function.arguments.get(at)?.name.clone());
    ["x", "y", "z"].map(|component| {
        let index = ["x", "y", "z"].iter().position(|other| *other == component);
        let named = function.named_expressions.iter().find(|(handle, _)| {
            let Expression::AccessIndex { base, index: of } = function.expressions[**handle] else {
                return false;
            };
            let Expression::FunctionArgument(number) = function.expressions[base] else {
                return false;
            };
            Some(of as usize) == index && Some(number as usize) == argument
        });
        match (named, &name) {
            (Some((_, own)), _) => own.clone(),
            (None, Some(name)) => format!("{name}.{component}"),
            (None, None) => format!("global id {component}"),
        }
    })
}

/// Byte offsets at which the lines of a text begin.
pub(super) fn lines(text: &str) -> Vec<usize> {
    let starts = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(starts).collect()
}
