//! How deeply a module may nest.
//!
//! Parsers, validators, compilers and this crate's analysis descend into statements, calls and types by calling themselves, and
//! a stack that overflows ends the process. Generated code does nest deeply: `else if` after `else if`, sums of thousands of terms.
//! So a text is parsed on a stack that bears whatever it can say, and what stays nested in the module has a limit.

use naga::{Block, Function, Handle, Module, Span, Statement, Type, TypeInner};

/// Levels of statements, calls or types. Without optimisation every later pass bears twice as many on a thread of 2 MiB.
const MAX_DEPTH: usize = 500;

/// Stack for each byte of source: the shortest level, one `~`, takes naga's parser close to half as much without optimisation.
const STACK_PER_BYTE: usize = 1 << 10;

/// Runs `load` over a text of `len` bytes on a thread of its own. Only the stack that is touched takes memory.
pub(super) fn on_deep_stack<R: Send>(
    len: usize,
    load: impl FnOnce() -> R + Send,
) -> std::io::Result<R> {
    let size = len.saturating_mul(STACK_PER_BYTE).saturating_add(4 << 20);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(size);
        let thread = thread.spawn_scoped(scope, load)?;
        Ok(thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// What nests too deeply, and where, if anything does.
pub(super) fn too_deep(module: &Module) -> Option<(Span, String)> {
    let found = types(module).or_else(|| calls(module));
    found.map(|(span, what)| {
        let why = format!("{what} more than {MAX_DEPTH} deep, which compilers may not bear");
        (span, why)
    })
}

fn types(module: &Module) -> Option<(Span, &'static str)> {
    // A type comes after those that it is made of.
    let mut depths: Vec<usize> = Vec::with_capacity(module.types.len());
    for (handle, ty) in module.types.iter() {
        let depth_of = |ty: Handle<Type>| depths.get(ty.index()).copied().unwrap_or(0);
        let depth = match &ty.inner {
            TypeInner::Struct { members, .. } => {
                members.iter().map(|member| depth_of(member.ty)).max()
            }
            TypeInner::Array { base, .. } | TypeInner::Pointer { base, .. } => {
                Some(depth_of(*base))
            }
            _ => None,
        };
        let depth = 1 + depth.unwrap_or(0);
        if depth > MAX_DEPTH {
            return Some((module.types.get_span(handle), "types nest"));
        }
        depths.push(depth);
    }
    None
}

fn calls(module: &Module) -> Option<(Span, &'static str)> {
    // A function comes after those that it calls.
    let mut depths = Vec::with_capacity(module.functions.len());
    for (_, function) in module.functions.iter() {
        match calls_of(function, &depths) {
            Ok(depth) => depths.push(depth),
            Err(found) => return Some(found),
        }
    }
    let mut entries = module.entry_points.iter();
    entries.find_map(|entry| calls_of(&entry.function, &depths).err())
}

/// How deep the calls of a function go, itself included; an error if that is too deep, or its statements are.
fn calls_of(function: &Function, depths: &[usize]) -> Result<usize, (Span, &'static str)> {
    let mut deepest = 1;
    let mut blocks: Vec<(&Block, usize)> = vec![(&function.body, 1)];
    while let Some((block, level)) = blocks.pop() {
        for (statement, span) in block.span_iter() {
            if level > MAX_DEPTH {
                return Err((*span, "statements nest"));
            }
            match statement {
                Statement::Call { function, .. } => {
                    let depth = 1 + depths.get(function.index()).copied().unwrap_or(0);
                    if depth > MAX_DEPTH {
                        return Err((*span, "functions call each other"));
                    }
                    deepest = deepest.max(depth);
                }
                Statement::Block(block) => blocks.push((block, level + 1)),
                Statement::If { accept, reject, .. } => {
                    blocks.extend([(accept, level + 1), (reject, level + 1)]);
                }
                Statement::Loop {
                    body, continuing, ..
                } => {
                    blocks.extend([(body, level + 1), (continuing, level + 1)]);
                }
                Statement::Switch { cases, .. } => {
                    blocks.extend(cases.iter().map(|case| (&case.body, level + 1)));
                }
                _ => {}
            }
        }
    }
    Ok(deepest)
}
