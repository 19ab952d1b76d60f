//! What a kernel really does: an interpreter of naga's IR, invocation by invocation, that logs every access to a
//! binding. It shares nothing with the analysis and the rewrite, so that it can contradict them.
//!
//! A function is flattened to operations with jumps, so that an invocation can stop at a barrier and go on when the
//! others of its workgroup are there. Memory is in words: the kernels of the tests use 32-bit types and `bool`.
//! Workgroups run one after the other, the invocations of one in turns from barrier to barrier.

pub mod value;

mod compile;
mod tests;

use std::collections::HashSet;
use std::ops::Range;

use naga::{
    AddressSpace, ArraySize, AtomicFunction, BuiltIn, Expression, Function, GlobalVariable, Handle,
    Literal, RelationalFunction, SwitchValue, Type, TypeInner,
};

use crate::kernel::{Folded, global_of};
use compile::{Code, Op};
use value::{Scalar, Trap, Value};

/// An expression of a function; the entry point is `None`.
pub type Site = (Option<Handle<Function>>, Handle<Expression>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Read,
    Write,
    /// A read-modify-write, and whether its result is used.
    Atomic(AtomicFunction, bool),
}

impl Kind {
    pub fn reads(self) -> bool {
        self != Self::Write
    }

    pub fn writes(self) -> bool {
        self != Self::Read
    }
}

/// One access to a binding.
#[derive(Debug, Clone)]
pub struct Event {
    pub workgroup: [u32; 3],
    /// Number of the invocation in its workgroup.
    pub local: u32,
    /// Number of the binding in the interface.
    pub binding: u32,
    /// The expression that indexes the array; of a header or of the whole, the one that is loaded or stored.
    pub site: Site,
    /// `None` for the header of a struct that ends in an array.
    pub element: Option<i64>,
    pub in_bounds: bool,
    /// Words of the element, or of the header.
    pub words: Range<u32>,
    pub kind: Kind,
}

/// What happened in a run.
#[derive(Debug, Default)]
pub struct Log {
    pub events: Vec<Event>,
    /// Indexings that an access went through out of bounds, in any memory.
    pub misses: HashSet<Site>,
    /// Divisions that met what hardware leaves undefined.
    pub traps: HashSet<(Site, Trap)>,
    /// Loops that an invocation was in when it ran out of its budget: function, and number in it from the top.
    pub runaways: HashSet<(Option<Handle<Function>>, usize)>,
    /// Whether such an invocation came to a place where it had been with the same values: it never ends.
    pub repeats: bool,
    /// Operations that ran.
    pub steps: u64,
    /// The run was cut short: there were too many operations or events.
    pub exhausted: bool,
}

impl Log {
    /// Events beyond this end a run.
    const MOST_EVENTS: usize = 400_000;
    const MOST_STEPS: u64 = 3_000_000;

    fn is_full(&self) -> bool {
        self.events.len() > Self::MOST_EVENTS || self.steps > Self::MOST_STEPS
    }
}

/// Operations that an invocation may take.
const BUDGET: u64 = 200_000;

/// Those at its end that tell a loop which stands still from one that takes long.
const PROBE: u64 = 4_000;

/// A kernel, ready to be interpreted.
pub struct Program<'a> {
    folded: &'a Folded,
    entry: Code<'a>,
    functions: Vec<Code<'a>>,
    constants: Vec<Value>,
    /// By global variable.
    homes: Vec<Home>,
    private_words: usize,
    workgroup_words: usize,
}

/// Where a global variable is.
#[derive(Clone, Copy)]
enum Home {
    Binding(u32),
    Private(usize),
    Workgroup(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Root {
    Binding(u32),
    Private,
    Workgroup,
    Stack,
}

/// A pointer knows which indexing led it outside.
#[derive(Debug, Clone, Copy)]
pub struct Pointer {
    root: Root,
    /// First word of the variable, or of the element where it points into a binding's array.
    base: usize,
    /// Words from there.
    within: u32,
    pointee: Pointee,
    place: Place,
    bad: [Option<Site>; 2],
}

#[derive(Debug, Clone, Copy)]
enum Pointee {
    Type(Handle<Type>),
    Component(naga::Scalar),
}

#[derive(Debug, Clone, Copy)]
enum Place {
    /// The binding's variable itself, or memory that is no binding.
    Whole,
    Header,
    /// The array of a binding.
    Array,
    Element(i64, Site),
}

/// An invocation that runs or waits.
struct Thread {
    local: u32,
    frames: Vec<Frame>,
    stack: Vec<u32>,
    private: Vec<u32>,
    steps: u64,
    /// Where it jumped back to when its budget was nearly used up, and with what in its variables.
    been: HashSet<Vec<u32>>,
}

struct Frame {
    function: Option<Handle<Function>>,
    at: usize,
    values: Vec<Value>,
    arguments: Vec<Value>,
    /// Where its local variables begin on the stack.
    base: usize,
    /// Where the caller wants the result.
    result: Option<Handle<Expression>>,
    loops: Vec<usize>,
}

#[derive(PartialEq, Eq)]
enum Pause {
    Barrier,
    Done,
}

/// A part of a grid under way over some memory.
struct Machine<'a, 'm> {
    program: &'a Program<'a>,
    grid: [u32; 3],
    workgroup: [u32; 3],
    memory: &'m mut [Vec<u32>],
    shared: Vec<u32>,
    log: &'m mut Log,
}

/// Runs the workgroups `extent` of a grid, over the bindings' words.
pub fn run(
    program: &Program<'_>,
    grid: [u32; 3],
    extent: &[Range<u32>; 3],
    memory: &mut [Vec<u32>],
    log: &mut Log,
) {
    let mut machine = Machine {
        program,
        grid,
        workgroup: [0; 3],
        memory,
        shared: Vec::new(),
        log,
    };
    for z in extent[2].clone() {
        for y in extent[1].clone() {
            for x in extent[0].clone() {
                machine.workgroup = [x, y, z];
                machine.run_workgroup();
            }
        }
    }
}

impl<'a> Program<'a> {
    pub fn new(folded: &'a Folded) -> Self {
        let module = &folded.module;
        let mut program = Self {
            folded,
            entry: compile::compile(&module.entry_points[0].function),
            functions: (module.functions.iter())
                .map(|(_, function)| compile::compile(function))
                .collect(),
            constants: Vec::new(),
            homes: Vec::new(),
            private_words: 0,
            workgroup_words: 0,
        };
        for (_, expression) in module.global_expressions.iter() {
            let value = program.constant(expression);
            program.constants.push(value);
        }
        for (handle, global) in module.global_variables.iter() {
            let home = program.home(handle, global);
            program.homes.push(home);
        }
        program
    }

    fn home(&mut self, handle: Handle<GlobalVariable>, global: &GlobalVariable) -> Home {
        let words = match global.space {
            AddressSpace::Private | AddressSpace::WorkGroup => self.words(global.ty),
            _ => 0,
        };
        match global.space {
            AddressSpace::Private => {
                self.private_words += words;
                Home::Private(self.private_words - words)
            }
            AddressSpace::WorkGroup => {
                self.workgroup_words += words;
                Home::Workgroup(self.workgroup_words - words)
            }
            _ => {
                let mut bindings = self.folded.interface.bindings.iter();
                let is_it = |b| global_of(&self.folded.module, b) == Some(handle);
                Home::Binding(bindings.position(is_it).unwrap() as u32)
            }
        }
    }

    fn constant(&self, expression: &Expression) -> Value {
        let of = |handle: &Handle<Expression>| self.constants[handle.index()].clone();
        match expression {
            Expression::Literal(literal) => Value::Scalar(of_literal(*literal)),
            Expression::Constant(constant) => of(&self.folded.module.constants[*constant].init),
            Expression::ZeroValue(ty) => self.zero(*ty),
            Expression::Compose { ty, components } => {
                self.compose(*ty, components.iter().map(of).collect())
            }
            Expression::Splat { size, value } => {
                Value::vector(&vec![of(value).scalar(); *size as usize])
            }
            other => panic!("constant {other:?}"),
        }
    }

    fn compose(&self, ty: Handle<Type>, parts: Vec<Value>) -> Value {
        match self.inner(ty) {
            TypeInner::Vector { .. } => {
                let parts = parts
                    .iter()
                    .flat_map(|part| part.components().iter().copied());
                Value::vector(&parts.collect::<Vec<_>>())
            }
            _ => Value::Composite(parts),
        }
    }

    fn inner(&self, ty: Handle<Type>) -> &'a TypeInner {
        &self.folded.module.types[ty].inner
    }

    fn function(&self, function: Option<Handle<Function>>) -> &'a Function {
        let module = &self.folded.module;
        function.map_or(&module.entry_points[0].function, |f| &module.functions[f])
    }

    fn code(&self, function: Option<Handle<Function>>) -> &Code<'a> {
        function.map_or(&self.entry, |f| &self.functions[f.index()])
    }

    /// Words of a type in memory. A `bool` takes one, so structs with one are not supported.
    fn words(&self, ty: Handle<Type>) -> usize {
        match *self.inner(ty) {
            TypeInner::Scalar(_) | TypeInner::Atomic(_) => 1,
            TypeInner::Vector { size, .. } => size as usize,
            TypeInner::Array { base, size, .. } => match size {
                ArraySize::Constant(len) => self.stride(ty, base) * len.get() as usize,
                _ => panic!("an array without a size has no words"),
            },
            TypeInner::Struct { span, .. } => span as usize / 4,
            ref other => panic!("the interpreter does not hold {other:?}"),
        }
    }

    fn stride(&self, array: Handle<Type>, base: Handle<Type>) -> usize {
        match *self.inner(array) {
            TypeInner::Array { stride, .. } => (stride as usize / 4).max(self.words(base)),
            ref other => panic!("{other:?} has no stride"),
        }
    }

    fn zero(&self, ty: Handle<Type>) -> Value {
        match self.inner(ty) {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
                Value::Scalar(Scalar::from_bits(scalar.kind, 0))
            }
            TypeInner::Vector { size, scalar } => {
                Value::vector(&vec![Scalar::from_bits(scalar.kind, 0); *size as usize])
            }
            TypeInner::Array {
                base,
                size: ArraySize::Constant(len),
                ..
            } => Value::Composite(vec![self.zero(*base); len.get() as usize]),
            TypeInner::Struct { members, .. } => {
                Value::Composite(members.iter().map(|member| self.zero(member.ty)).collect())
            }
            other => panic!("no zero of {other:?}"),
        }
    }

    fn read(&self, ty: Handle<Type>, words: &[u32]) -> Value {
        match self.inner(ty) {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
                Value::Scalar(Scalar::from_bits(scalar.kind, words[0]))
            }
            TypeInner::Vector { size, scalar } => {
                let mut all = [Scalar::U(0); 4];
                for (component, word) in all.iter_mut().zip(&words[..*size as usize]) {
                    *component = Scalar::from_bits(scalar.kind, *word);
                }
                Value::Vector(all, *size as u8)
            }
            TypeInner::Array {
                base,
                size: ArraySize::Constant(len),
                ..
            } => {
                let stride = self.stride(ty, *base);
                let parts = (0..len.get() as usize).map(|i| self.read(*base, &words[i * stride..]));
                Value::Composite(parts.collect())
            }
            TypeInner::Struct { members, .. } => Value::Composite(
                (members.iter())
                    .map(|member| self.read(member.ty, &words[member.offset as usize / 4..]))
                    .collect(),
            ),
            other => panic!("no load of {other:?}"),
        }
    }

    fn write(&self, ty: Handle<Type>, value: &Value, words: &mut [u32]) {
        match (self.inner(ty), value) {
            (TypeInner::Scalar(_) | TypeInner::Atomic(_), Value::Scalar(scalar)) => {
                words[0] = scalar.bits();
            }
            (TypeInner::Vector { .. }, Value::Vector(..)) => {
                for (word, component) in words.iter_mut().zip(value.components()) {
                    *word = component.bits();
                }
            }
            (TypeInner::Array { base, .. }, Value::Composite(parts)) => {
                let stride = self.stride(ty, *base);
                for (index, part) in parts.iter().enumerate() {
                    self.write(*base, part, &mut words[index * stride..]);
                }
            }
            (TypeInner::Struct { members, .. }, Value::Composite(parts)) => {
                for (member, part) in members.iter().zip(parts) {
                    self.write(member.ty, part, &mut words[member.offset as usize / 4..]);
                }
            }
            other => panic!("no store of {other:?}"),
        }
    }
}

fn of_literal(literal: Literal) -> Scalar {
    match literal {
        Literal::U32(v) => Scalar::U(v),
        Literal::I32(v) => Scalar::I(v),
        Literal::F32(v) => Scalar::F(v),
        Literal::Bool(v) => Scalar::B(v),
        other => panic!("the interpreter does not know {other:?}"),
    }
}

impl Machine<'_, '_> {
    fn run_workgroup(&mut self) {
        let program = self.program;
        self.shared = vec![0; program.workgroup_words];
        let [x, y, z] = program.folded.interface.workgroup_size;
        let entry = program.function(None);
        let mut threads: Vec<Thread> = Vec::new();
        for local in 0..x * y * z {
            let mut thread = Thread {
                local,
                frames: Vec::new(),
                stack: Vec::new(),
                private: vec![0; program.private_words],
                steps: 0,
                been: HashSet::new(),
            };
            for ((_, global), home) in
                (program.folded.module.global_variables.iter()).zip(&program.homes)
            {
                if let (Home::Private(at), Some(init)) = (*home, global.init) {
                    let value = &program.constants[init.index()];
                    program.write(global.ty, value, &mut thread.private[at..]);
                }
            }
            let arguments = entry.arguments.iter();
            let arguments = arguments
                .map(|argument| self.builtins(argument.ty, argument.binding.as_ref(), local))
                .collect();
            self.enter(&mut thread, None, arguments, None);
            // Without a barrier nothing is kept.
            if self.advance(&mut thread) == Pause::Barrier {
                threads.push(thread);
            }
        }
        while !threads.is_empty() {
            threads.retain_mut(|thread| self.advance(thread) == Pause::Barrier);
        }
    }

    fn builtins(&self, ty: Handle<Type>, binding: Option<&naga::Binding>, local: u32) -> Value {
        let Some(naga::Binding::BuiltIn(builtin)) = binding else {
            let TypeInner::Struct { members, .. } = self.program.inner(ty) else {
                panic!("an argument of an entry point is a builtin, or a struct of them");
            };
            let members = members.iter();
            let values = members.map(|m| self.builtins(m.ty, m.binding.as_ref(), local));
            return Value::Composite(values.collect());
        };
        let size = self.program.folded.interface.workgroup_size;
        let id = [
            local % size[0],
            local / size[0] % size[1],
            local / (size[0] * size[1]),
        ];
        let vector = |of: [u32; 3]| Value::vector(&of.map(Scalar::U));
        match builtin {
            BuiltIn::GlobalInvocationId => {
                vector([0, 1, 2].map(|d| self.workgroup[d] * size[d] + id[d]))
            }
            BuiltIn::LocalInvocationId => vector(id),
            BuiltIn::WorkGroupId => vector(self.workgroup),
            BuiltIn::NumWorkGroups => vector(self.grid),
            BuiltIn::WorkGroupSize => vector(size),
            BuiltIn::LocalInvocationIndex => Value::Scalar(Scalar::U(local)),
            other => panic!("the interpreter does not know {other:?}"),
        }
    }

    fn enter(
        &mut self,
        thread: &mut Thread,
        handle: Option<Handle<Function>>,
        arguments: Vec<Value>,
        result: Option<Handle<Expression>>,
    ) {
        let program = self.program;
        let function = program.function(handle);
        let base = thread.stack.len();
        for (_, local) in function.local_variables.iter() {
            thread
                .stack
                .resize(thread.stack.len() + program.words(local.ty), 0);
        }
        thread.frames.push(Frame {
            function: handle,
            at: 0,
            values: vec![Value::Unset; function.expressions.len()],
            arguments,
            base,
            result,
            loops: Vec::new(),
        });
        let mut at = base;
        for (_, local) in function.local_variables.iter() {
            if let Some(init) = local.init {
                // Its parts are constant, so they need no `Emit`.
                let value = self.constant_in(thread, init);
                program.write(local.ty, &value, &mut thread.stack[at..]);
            }
            at += program.words(local.ty);
        }
    }

    /// A constant expression of a function, whether it was emitted or not.
    fn constant_in(&mut self, thread: &Thread, handle: Handle<Expression>) -> Value {
        let program = self.program;
        let function = program.function(thread.frames.last().unwrap().function);
        match &function.expressions[handle] {
            Expression::Compose { ty, components } => {
                let parts = components
                    .iter()
                    .map(|part| self.constant_in(thread, *part));
                program.compose(*ty, parts.collect())
            }
            Expression::Splat { size, value } => {
                let value = self.constant_in(thread, *value).scalar();
                Value::vector(&vec![value; *size as usize])
            }
            _ => self.get(thread, handle),
        }
    }

    /// Runs an invocation to its next barrier or to its end.
    fn advance(&mut self, thread: &mut Thread) -> Pause {
        let program = self.program;
        loop {
            let frame = thread.frames.last_mut().unwrap();
            let function = frame.function;
            let op = &program.code(function).ops[frame.at];
            frame.at += 1;
            let here = frame.at;
            thread.steps += 1;
            self.log.steps += 1;
            // Where one never ends, others do not either.
            let first = self.log.runaways.is_empty();
            let budget = if first { BUDGET } else { BUDGET / 100 };
            if thread.steps > budget {
                self.ran_away(thread);
                return Pause::Done;
            }
            if let Op::Jump(to) | Op::Unless(_, to) = op
                && *to < here
                && first
                && thread.steps > BUDGET - PROBE
            {
                let places = thread.frames.iter().map(|frame| frame.at as u32);
                let variables = thread.stack.iter().chain(&thread.private).copied();
                let state = places.chain(variables).collect();
                self.log.repeats |= !thread.been.insert(state);
            }
            let frame = thread.frames.last_mut().unwrap();
            if self.log.is_full() {
                self.log.exhausted = true;
                return Pause::Done;
            }
            match op {
                Op::Eval(handle) => {
                    let value = self.eval(thread, *handle);
                    thread.frames.last_mut().unwrap().values[handle.index()] = value;
                }
                Op::Store { pointer, value } => {
                    let to = self.get(thread, *pointer).pointer();
                    let value = self.get(thread, *value);
                    if self.access(thread, (function, *pointer), to, Kind::Write) {
                        self.store(thread, to, &value);
                    }
                }
                Op::Atomic(atomic) => {
                    let to = self.get(thread, atomic.pointer).pointer();
                    let value = self.get(thread, atomic.value).scalar();
                    let fun = match *atomic.fun {
                        AtomicFunction::Exchange {
                            compare: Some(compare),
                        } => Exchange::If(self.get(thread, compare).scalar()),
                        _ => Exchange::Always,
                    };
                    let kind = Kind::Atomic(*atomic.fun, atomic.used);
                    let mut old = Scalar::from_bits(value.kind(), 0);
                    let mut exchanged = false;
                    if self.access(thread, (function, atomic.pointer), to, kind) {
                        old = self.load(thread, to).scalar();
                        let new = match fun {
                            Exchange::If(expected) => {
                                exchanged = old == expected;
                                if exchanged { value } else { old }
                            }
                            Exchange::Always => combine(*atomic.fun, old, value),
                        };
                        self.store(thread, to, &Value::Scalar(new));
                    }
                    if let Some(result) = atomic.result {
                        let value = match fun {
                            Exchange::Always => Value::Scalar(old),
                            Exchange::If(_) => Value::Composite(vec![
                                Value::Scalar(old),
                                Value::Scalar(Scalar::B(exchanged)),
                            ]),
                        };
                        thread.frames.last_mut().unwrap().values[result.index()] = value;
                    }
                }
                Op::Call {
                    function,
                    arguments,
                    result,
                } => {
                    let arguments = arguments.iter().map(|a| self.get(thread, *a)).collect();
                    self.enter(thread, Some(*function), arguments, *result);
                }
                Op::Return(value) => {
                    let value = value.map(|value| self.get(thread, value));
                    let frame = thread.frames.pop().unwrap();
                    thread.stack.truncate(frame.base);
                    let Some(caller) = thread.frames.last_mut() else {
                        return Pause::Done;
                    };
                    if let (Some(result), Some(value)) = (frame.result, value) {
                        caller.values[result.index()] = value;
                    }
                }
                Op::Jump(to) => frame.at = *to,
                Op::Unless(condition, to) => {
                    if !self.get(thread, *condition).scalar().is_true() {
                        thread.frames.last_mut().unwrap().at = *to;
                    }
                }
                Op::Switch(selector, cases) => {
                    let selector = self.get(thread, *selector).scalar();
                    let is_it = |value: &SwitchValue| match (value, selector) {
                        (SwitchValue::I32(a), Scalar::I(b)) => *a == b,
                        (SwitchValue::U32(a), Scalar::U(b)) => *a == b,
                        _ => false,
                    };
                    let is_default = |value: &SwitchValue| *value == SwitchValue::Default;
                    let case = cases.iter().find(|(value, _)| is_it(value));
                    let case = case.or_else(|| cases.iter().find(|(value, _)| is_default(value)));
                    thread.frames.last_mut().unwrap().at = case.unwrap().1;
                }
                Op::LoopStart(number) => frame.loops.push(*number),
                Op::LoopEnd => {
                    frame.loops.pop();
                }
                Op::LoadShared { pointer, result } => {
                    let from = self.get(thread, *pointer).pointer();
                    let value = self.load(thread, from);
                    thread.frames.last_mut().unwrap().values[result.index()] = value;
                }
                Op::Barrier => return Pause::Barrier,
            }
        }
    }

    fn ran_away(&mut self, thread: &Thread) {
        for frame in &thread.frames {
            for number in &frame.loops {
                self.log.runaways.insert((frame.function, *number));
            }
        }
    }

    fn get(&self, thread: &Thread, handle: Handle<Expression>) -> Value {
        let frame = thread.frames.last().unwrap();
        let program = self.program;
        let pointer = |root, base: usize, ty| {
            Value::Pointer(Pointer {
                root,
                base,
                within: 0,
                pointee: Pointee::Type(ty),
                place: Place::Whole,
                bad: [None; 2],
            })
        };
        match &program.function(frame.function).expressions[handle] {
            Expression::Literal(literal) => Value::Scalar(of_literal(*literal)),
            Expression::Constant(constant) => {
                let init = program.folded.module.constants[*constant].init;
                program.constants[init.index()].clone()
            }
            Expression::ZeroValue(ty) => program.zero(*ty),
            Expression::FunctionArgument(index) => frame.arguments[*index as usize].clone(),
            Expression::GlobalVariable(global) => {
                let ty = program.folded.module.global_variables[*global].ty;
                match program.homes[global.index()] {
                    Home::Binding(binding) => {
                        let mut value = pointer(Root::Binding(binding), 0, ty);
                        if let (Value::Pointer(p), TypeInner::Array { .. }) =
                            (&mut value, program.inner(ty))
                        {
                            p.place = Place::Array;
                        }
                        value
                    }
                    Home::Private(at) => pointer(Root::Private, at, ty),
                    Home::Workgroup(at) => pointer(Root::Workgroup, at, ty),
                }
            }
            Expression::LocalVariable(local) => {
                let function = program.function(frame.function);
                let before = (function.local_variables.iter()).take(local.index());
                let words = before.map(|(_, variable)| program.words(variable.ty));
                let ty = function.local_variables[*local].ty;
                pointer(Root::Stack, frame.base + words.sum::<usize>(), ty)
            }
            other => match &frame.values[handle.index()] {
                Value::Unset => panic!("{other:?} was not evaluated"),
                value => value.clone(),
            },
        }
    }

    fn eval(&mut self, thread: &Thread, handle: Handle<Expression>) -> Value {
        let program = self.program;
        let function = thread.frames.last().unwrap().function;
        let site = (function, handle);
        match &program.function(function).expressions[handle] {
            Expression::Compose { ty, components } => {
                let parts = components.iter().map(|part| self.get(thread, *part));
                program.compose(*ty, parts.collect())
            }
            Expression::Access { base, index } => {
                let index = self.get(thread, *index).scalar().index();
                self.index(thread, site, *base, index)
            }
            Expression::AccessIndex { base, index } => {
                self.index(thread, site, *base, (*index).into())
            }
            Expression::Splat { size, value } => {
                let value = self.get(thread, *value).scalar();
                Value::vector(&[value; 4][..*size as usize])
            }
            Expression::Swizzle {
                size,
                vector,
                pattern,
            } => {
                let vector = self.get(thread, *vector);
                let components = pattern[..*size as usize].iter();
                let components = components.map(|c| vector.components()[*c as usize]);
                Value::vector(&components.collect::<Vec<_>>())
            }
            Expression::Load { pointer } => {
                let from = self.get(thread, *pointer).pointer();
                if self.access(thread, (function, *pointer), from, Kind::Read) {
                    self.load(thread, from)
                } else {
                    match from.pointee {
                        Pointee::Type(ty) => program.zero(ty),
                        Pointee::Component(scalar) => {
                            Value::Scalar(Scalar::from_bits(scalar.kind, 0))
                        }
                    }
                }
            }
            Expression::Unary { op, expr } => self
                .get(thread, *expr)
                .map(|value| value::unary(*op, value)),
            Expression::Binary { op, left, right } => {
                let (left, right) = (self.get(thread, *left), self.get(thread, *right));
                left.zip(&right, |left, right| {
                    if let Some(trap) = value::trap(*op, left, right) {
                        self.log.traps.insert((site, trap));
                    }
                    value::binary(*op, left, right)
                })
            }
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                let accept = self.get(thread, *accept);
                let reject = self.get(thread, *reject);
                match self.get(thread, *condition) {
                    Value::Scalar(Scalar::B(true)) => accept,
                    Value::Scalar(Scalar::B(false)) => reject,
                    condition => {
                        let mut conditions = condition.components().iter();
                        accept.zip(&reject, |a, b| {
                            if conditions.next().unwrap().is_true() {
                                a
                            } else {
                                b
                            }
                        })
                    }
                }
            }
            Expression::Relational { fun, argument } => {
                let argument = self.get(thread, *argument);
                let mut all = argument.components().iter();
                Value::Scalar(Scalar::B(match fun {
                    RelationalFunction::All => all.all(|c| c.is_true()),
                    RelationalFunction::Any => all.any(|c| c.is_true()),
                    other => panic!("the interpreter does not know {other:?}"),
                }))
            }
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => {
                let given = [Some(*arg), *arg1, *arg2, *arg3];
                let values = given.map(|a| a.map_or(Value::Unset, |a| self.get(thread, a)));
                value::math(*fun, &values.each_ref())
            }
            Expression::As {
                expr,
                kind,
                convert,
            } => self.get(thread, *expr).map(|value| match convert {
                Some(4 | 1) => value.convert(*kind),
                None => Scalar::from_bits(*kind, value.bits()),
                Some(other) => panic!("the interpreter has no scalars of {other} bytes"),
            }),
            Expression::ArrayLength(pointer) => {
                let pointer = self.get(thread, *pointer).pointer();
                Value::Scalar(Scalar::U(self.len(pointer) as u32))
            }
            other => panic!("the interpreter does not know {other:?}"),
        }
    }

    /// Elements of a binding's array.
    fn len(&self, pointer: Pointer) -> u64 {
        let (Root::Binding(number), Pointee::Type(ty)) = (pointer.root, pointer.pointee) else {
            panic!("only bindings have arrays without a size");
        };
        match *self.program.inner(ty) {
            TypeInner::Array {
                size: ArraySize::Constant(len),
                ..
            } => len.get().into(),
            TypeInner::Array { base, .. } => {
                let words = self.memory[number as usize].len() - pointer.within as usize;
                (words / self.program.stride(ty, base)) as u64
            }
            ref other => panic!("{other:?} has no length"),
        }
    }

    /// `base[index]`, of a pointer or of a value.
    fn index(
        &mut self,
        thread: &Thread,
        site: Site,
        base: Handle<Expression>,
        index: i64,
    ) -> Value {
        let program = self.program;
        let at = usize::try_from(index);
        let mut pointer = match self.get(thread, base) {
            Value::Pointer(pointer) => pointer,
            Value::Composite(parts) => {
                return at
                    .ok()
                    .and_then(|at| parts.get(at).cloned())
                    .unwrap_or_else(|| {
                        self.log.misses.insert(site);
                        parts[0].zero()
                    });
            }
            vector => {
                let components = vector.components();
                let component = at.ok().and_then(|at| components.get(at).copied());
                return component.map_or_else(
                    || {
                        self.log.misses.insert(site);
                        Value::Scalar(components[0]).zero()
                    },
                    Value::Scalar,
                );
            }
        };
        let Pointee::Type(ty) = pointer.pointee else {
            panic!("a component is not indexed");
        };
        let (len, step, pointee) = match program.inner(ty) {
            TypeInner::Struct { members, .. } => {
                let member = &members[index as usize];
                pointer.within += member.offset / 4;
                pointer.pointee = Pointee::Type(member.ty);
                if matches!(pointer.place, Place::Whole) && matches!(pointer.root, Root::Binding(_))
                {
                    let tail = matches!(
                        program.inner(member.ty),
                        TypeInner::Array {
                            size: ArraySize::Dynamic,
                            ..
                        }
                    );
                    let has_tail = program.folded.interface.bindings[self.binding(pointer)]
                        .layout
                        .runtime_array()
                        .is_some();
                    if tail {
                        pointer.place = Place::Array;
                    } else if has_tail {
                        pointer.place = Place::Header;
                    }
                }
                return Value::Pointer(pointer);
            }
            TypeInner::Array { base, size, .. } => {
                let len = match size {
                    ArraySize::Constant(len) => len.get().into(),
                    _ => self.len(pointer),
                };
                (len, program.stride(ty, *base), Pointee::Type(*base))
            }
            TypeInner::Vector { size, scalar } => (*size as u64, 1, Pointee::Component(*scalar)),
            other => panic!("{other:?} is not indexed"),
        };
        let in_bounds = u64::try_from(index).is_ok_and(|index| index < len);
        if !in_bounds {
            let slot = usize::from(pointer.bad[0].is_some());
            pointer.bad[slot] = Some(site);
        }
        let words = if in_bounds { at.unwrap() * step } else { 0 };
        pointer.pointee = pointee;
        if matches!(pointer.place, Place::Array) {
            pointer.place = Place::Element(index, site);
            pointer.base += pointer.within as usize + words;
            pointer.within = 0;
        } else {
            pointer.within += words as u32;
        }
        Value::Pointer(pointer)
    }

    fn binding(&self, pointer: Pointer) -> usize {
        match pointer.root {
            Root::Binding(number) => number as usize,
            other => panic!("{other:?} is no binding"),
        }
    }

    /// Logs an access, and says whether it takes place.
    fn access(&mut self, thread: &Thread, site: Site, pointer: Pointer, kind: Kind) -> bool {
        self.log.misses.extend(pointer.bad.iter().flatten());
        let Root::Binding(binding) = pointer.root else {
            return pointer.bad[0].is_none();
        };
        let words = match pointer.pointee {
            Pointee::Component(_) => 1,
            Pointee::Type(ty) => self.program.words(ty) as u32,
        };
        let mut event = Event {
            workgroup: self.workgroup,
            local: thread.local,
            binding,
            site,
            element: None,
            in_bounds: pointer.bad[0].is_none(),
            words: pointer.within..pointer.within + words,
            kind,
        };
        match pointer.place {
            Place::Header => self.log.events.push(event),
            Place::Element(index, site) => {
                event.site = site;
                event.element = Some(index);
                self.log.events.push(event);
            }
            // A binding that is no array is one element.
            Place::Whole => {
                event.element = Some(0);
                self.log.events.push(event);
            }
            Place::Array => {
                let stride = words / self.len(pointer) as u32;
                for element in 0..self.len(pointer) {
                    let mut event = event.clone();
                    event.element = Some(element as i64);
                    event.words = 0..stride;
                    self.log.events.push(event);
                }
            }
        }
        pointer.bad[0].is_none()
    }

    fn load(&self, thread: &Thread, from: Pointer) -> Value {
        let at = from.base + from.within as usize;
        let words = match from.root {
            Root::Binding(number) => &self.memory[number as usize][at..],
            Root::Private => &thread.private[at..],
            Root::Workgroup => &self.shared[at..],
            Root::Stack => &thread.stack[at..],
        };
        match from.pointee {
            Pointee::Type(ty) => self.program.read(ty, words),
            Pointee::Component(scalar) => Value::Scalar(Scalar::from_bits(scalar.kind, words[0])),
        }
    }

    fn store(&mut self, thread: &mut Thread, to: Pointer, value: &Value) {
        let at = to.base + to.within as usize;
        let words = match to.root {
            Root::Binding(number) => &mut self.memory[number as usize][at..],
            Root::Private => &mut thread.private[at..],
            Root::Workgroup => &mut self.shared[at..],
            Root::Stack => &mut thread.stack[at..],
        };
        match to.pointee {
            Pointee::Type(ty) => self.program.write(ty, value, words),
            Pointee::Component(_) => words[0] = value.scalar().bits(),
        }
    }
}

enum Exchange {
    Always,
    If(Scalar),
}

/// What an atomic operation leaves.
pub fn combine(fun: AtomicFunction, old: Scalar, value: Scalar) -> Scalar {
    use naga::{BinaryOperator as B, MathFunction as M};
    let binary = |op| value::binary(op, old, value);
    let math = |fun| value::math(fun, &[&Value::Scalar(old), &Value::Scalar(value)]).scalar();
    match fun {
        AtomicFunction::Add => binary(B::Add),
        AtomicFunction::Subtract => binary(B::Subtract),
        AtomicFunction::And => binary(B::And),
        AtomicFunction::ExclusiveOr => binary(B::ExclusiveOr),
        AtomicFunction::InclusiveOr => binary(B::InclusiveOr),
        AtomicFunction::Min => math(M::Min),
        AtomicFunction::Max => math(M::Max),
        AtomicFunction::Exchange { .. } => value,
    }
}
