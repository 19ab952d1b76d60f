//! Pointers, loads and stores, and what is written down of them.

use std::rc::Rc;

use naga::{AddressSpace, Expression, GlobalVariable, Handle, TypeInner};

use super::arithmetic::Int;
use super::eval::fixed_len;
use super::linear::Linear;
use super::symbols::Why;
use super::value::{Place, Root, Target, Value};
use super::walk::{Frame, Walker};
use crate::kernel::global_of;

/// What a global variable is to the analysis.
#[derive(Debug, Clone, Copy)]
pub(super) enum Global {
    Binding(usize),
    Private(usize),
    Shared,
}

/// 64-bit indices are unsigned numbers modulo 2^64, all others modulo 2^32.
pub(super) fn index_type(bits: u32) -> Int {
    Int {
        signed: false,
        bits,
    }
}

impl<'a> Walker<'a> {
    pub fn find_globals(&mut self) {
        let module = &self.folded.module;
        for (index, binding) in self.folded.interface.bindings.iter().enumerate() {
            if let Some(handle) = global_of(module, binding) {
                self.globals.insert(handle, Global::Binding(index));
            }
        }
        for (handle, global) in module.global_variables.iter() {
            match global.space {
                AddressSpace::Private => {
                    let number = self.variables.len();
                    self.globals.insert(handle, Global::Private(number));
                    self.variables.push(global.ty);
                    let value = match global.init {
                        Some(_) => Value::Unknown,
                        None => self.zero(global.ty, 0),
                    };
                    self.state.variables.push(value);
                }
                AddressSpace::WorkGroup => {
                    self.globals.insert(handle, Global::Shared);
                }
                _ => {}
            }
        }
    }

    pub fn global(&mut self, global: Handle<GlobalVariable>) -> Value {
        match self.globals.get(&global).copied() {
            Some(Global::Private(number)) => self.local(number),
            Some(Global::Shared) => Value::pointer(place(Root::Shared)),
            Some(Global::Binding(index)) => {
                let mut place = place(Root::Binding(index));
                if let Some(binding) = self.folded.interface.bindings.get(index) {
                    place.bytes = 0..binding.layout.size();
                    let is_tail = binding.header_bytes() > 0
                        || matches!(binding.layout, crate::kernel::Layout::Struct { .. });
                    if binding.is_array() && !is_tail {
                        place.bytes = 0..binding.stride();
                        place.target = Target::Elements;
                    }
                }
                Value::pointer(place)
            }
            None => Value::Unknown,
        }
    }

    #[allow(clippy::unused_self, reason = "beside `global`")]
    pub fn local(&self, number: usize) -> Value {
        let mut place = place(Root::Variable(number));
        place.way = Some(Vec::new());
        Value::pointer(place)
    }

    /// `base[index]`, of a pointer or a value.
    pub fn access(
        &mut self,
        frame: &mut Frame<'a>,
        handle: Handle<Expression>,
        base: Handle<Expression>,
        dynamic: Option<(Handle<Expression>, Value)>,
        constant: u32,
    ) -> Value {
        let module = &self.folded.module;
        let base_value = self.get(frame, base);
        let base_inner = frame.inner(module, base);
        let held = match base_inner {
            TypeInner::Pointer { base, .. } => &module.types[*base].inner,
            inner => inner,
        };
        // The index as an unsigned number.
        let (index, bits) = match &dynamic {
            None => (Some(Linear::number(constant.into())), 32),
            Some((at, Value::Int(form))) => {
                let bits = self.int_type(frame, *at).map_or(32, |ty| ty.bits);
                // Narrow integers are widened, with their sign.
                let form = if bits < 32 {
                    self.int_type(frame, *at)
                        .and_then(|ty| self.exact(form, ty))
                } else {
                    Some(form.clone())
                };
                (form, bits.max(32))
            }
            Some(_) => (None, 32),
        };
        let len = match base_value.place() {
            Some(Place {
                root: Root::Binding(binding),
                target: Target::Elements,
                ..
            }) => self.known.lens.get(*binding).copied(),
            _ => fixed_len(module, held),
        };
        let is_guarded = dynamic.is_some() || matches!(held, TypeInner::Array { .. });
        let exact = index.as_ref().and_then(|form| {
            // Where nothing is written down, only a number is of use.
            let form = self.settle(form);
            let is_wanted = self.recording || form.as_number().is_some();
            is_wanted.then(|| self.exact(&form, index_type(bits)))?
        });
        if is_guarded && self.recording {
            let inside = exact.as_ref().zip(len).is_some_and(|(form, len)| {
                self.symbols
                    .at_most(form, i128::from(len) - 1, &self.state.path)
            });
            let binding = match base_value.place() {
                Some(Place {
                    root: Root::Binding(binding),
                    ..
                }) => Some(*binding),
                _ => None,
            };
            let site = self
                .facts
                .sites
                .entry(frame.site(handle))
                .or_insert((binding, true));
            site.1 &= inside;
        }
        let number = exact.as_ref().and_then(Linear::as_number);
        let number = number.and_then(|number| u32::try_from(number).ok());
        match base_value {
            Value::Pointer(mut place) => {
                let at = Rc::make_mut(&mut place);
                self.step(at, frame, handle, held, (index, bits), number);
                Value::Pointer(place)
            }
            Value::Composite(parts) => match number {
                Some(number) => match parts.get(number as usize) {
                    Some(Value::Unknown) | None => {
                        let inner = frame.inner(module, handle);
                        self.of_type(inner, Why::Computed(frame.span(handle)))
                    }
                    Some(value) => value.clone(),
                },
                None => self.one_of(&parts, frame, handle),
            },
            _ => {
                let inner = frame.inner(module, handle);
                self.of_type(inner, Why::Computed(frame.span(handle)))
            }
        }
    }

    /// One of several values; zero if the index is out of bounds.
    fn one_of(
        &mut self,
        parts: &[Value],
        frame: &mut Frame<'a>,
        handle: Handle<Expression>,
    ) -> Value {
        let inner = frame.inner(&self.folded.module, handle);
        let why = Why::Computed(frame.span(handle));
        let ty = match inner {
            TypeInner::Scalar(scalar) => Int::of(*scalar),
            _ => None,
        };
        let (mut low, mut high) = (0, 0);
        for part in parts {
            let exact = match (part, ty) {
                (Value::Int(form), Some(ty)) => self.exact(form, ty),
                _ => None,
            };
            let Some(number) = exact.as_ref().and_then(Linear::as_number) else {
                return self.of_type(inner, why);
            };
            (low, high) = (number.min(low), number.max(high));
        }
        Value::Int(Linear::symbol(self.symbols.fresh(low, high, Why::Derived)))
    }

    /// Moves a pointer on to a component.
    fn step(
        &mut self,
        place: &mut Place,
        frame: &mut Frame<'a>,
        handle: Handle<Expression>,
        held: &TypeInner,
        (index, bits): (Option<Linear>, u32),
        number: Option<u32>,
    ) {
        match place.root {
            Root::Variable(_) => match (&mut place.way, number) {
                (Some(way), Some(number)) => way.push(number),
                (way, _) => *way = None,
            },
            Root::Shared => {}
            Root::Binding(binding) => match place.target {
                Target::Elements => {
                    let index = index.unwrap_or_else(|| {
                        let (low, high) = index_type(bits).range();
                        let why = Why::Computed(frame.span(handle));
                        Linear::symbol(self.symbols.fresh(low, high, why))
                    });
                    place.target = Target::Element { index, bits };
                    place.site = Some(frame.site(handle));
                }
                Target::Whole | Target::Element { .. } => {
                    let is_whole = place.target == Target::Whole;
                    let Some((offset, size)) = self.part_at(held, number) else {
                        place.exact = false;
                        return;
                    };
                    let start = place.bytes.start + offset;
                    place.bytes = start..size.map_or(place.bytes.end, |size| start + size);
                    let binding = self.folded.interface.bindings.get(binding);
                    if is_whole
                        && let Some(binding) = binding
                        && binding.is_array()
                        && let TypeInner::Struct { members, .. } = held
                        && number.is_some_and(|number| number as usize + 1 == members.len())
                    {
                        place.target = Target::Elements;
                        place.bytes = 0..binding.stride();
                    }
                }
            },
        }
    }

    /// Offset and size of a component, in bytes; no size where it is not known.
    fn part_at(&self, held: &TypeInner, number: Option<u32>) -> Option<(u64, Option<u64>)> {
        let module = &self.folded.module;
        let number = number?;
        match held {
            TypeInner::Struct { members, .. } => {
                let member = members.get(number as usize)?;
                let size = module.types[member.ty].inner.try_size(module.to_ctx());
                Some((member.offset.into(), size.map(u64::from)))
            }
            TypeInner::Vector { scalar, .. } => {
                let width = u64::from(scalar.width);
                Some((u64::from(number) * width, Some(width)))
            }
            TypeInner::Array { base, stride, .. } => {
                let size = module.types[*base].inner.try_size(module.to_ctx());
                Some((u64::from(number) * u64::from(*stride), size.map(u64::from)))
            }
            _ => None,
        }
    }
}

fn place(root: Root) -> Place {
    Place {
        root,
        way: None,
        bytes: 0..0,
        target: Target::Whole,
        exact: true,
        site: None,
    }
}
