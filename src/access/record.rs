//! Loads and stores, and what is written down of them.

use std::rc::Rc;

use naga::{AtomicFunction, Expression, Handle, Scalar, ScalarKind, Span, TypeInner};

use super::arithmetic::Int;
use super::linear::Linear;
use super::memory::index_type;
use super::symbols::Why;
use super::value::{Place, Root, Target, Value};
use super::walk::{Frame, Walker};
use super::{Access, Kind, Part};

impl<'a> Walker<'a> {
    fn place_of(&mut self, frame: &mut Frame<'a>, pointer: Handle<Expression>) -> Option<Place> {
        match self.get(frame, pointer) {
            Value::Pointer(place) => Some(Rc::unwrap_or_clone(place)),
            _ => None,
        }
    }

    pub fn load(
        &mut self,
        frame: &mut Frame<'a>,
        pointer: Handle<Expression>,
        inner: &TypeInner,
        span: Span,
    ) -> Value {
        let Some(place) = self.place_of(frame, pointer) else {
            return self.of_type(inner, Why::Loaded(span));
        };
        match place.root {
            Root::Variable(number) => {
                let variable = self.state.variables.get(number).cloned();
                let mut value = variable.unwrap_or(Value::Unknown);
                match &place.way {
                    Some(way) => {
                        for part in way {
                            value = value.part(*part);
                        }
                    }
                    None => value = Value::Unknown,
                }
                match value {
                    Value::Unknown => self.of_type(inner, Why::Computed(span)),
                    value => value,
                }
            }
            Root::Shared => self.of_type(inner, Why::Loaded(span)),
            Root::Binding(binding) => {
                self.record(&place, binding, Kind::Read, span);
                self.content(&place, binding, inner)
                    .unwrap_or_else(|| self.of_type(inner, Why::Loaded(span)))
            }
        }
    }

    pub fn store(
        &mut self,
        frame: &mut Frame<'a>,
        pointer: Handle<Expression>,
        value: Value,
        span: Span,
    ) {
        let Some(place) = self.place_of(frame, pointer) else {
            self.fuel = 0;
            return;
        };
        match place.root {
            Root::Variable(number) => {
                if let Some(variable) = self.state.variables.get_mut(number) {
                    *variable = match &place.way {
                        Some(way) => variable.with(way, value),
                        None => Value::Unknown,
                    };
                }
            }
            Root::Shared => {}
            Root::Binding(binding) => self.record(&place, binding, Kind::Write, span),
        }
    }

    pub fn atomic(
        &mut self,
        frame: &mut Frame<'a>,
        pointer: Handle<Expression>,
        fun: AtomicFunction,
        result: Option<Handle<Expression>>,
        span: Span,
    ) {
        match self.place_of(frame, pointer) {
            Some(Place {
                root: Root::Shared, ..
            }) => {}
            Some(
                place @ Place {
                    root: Root::Binding(binding),
                    ..
                },
            ) => self.record(&place, binding, Kind::Atomic(fun), span),
            _ => self.fuel = 0,
        }
        if let Some(result) = result {
            self.unknown_result(frame, result);
        }
    }

    pub fn array_length(&mut self, frame: &mut Frame<'a>, pointer: Handle<Expression>) -> Value {
        match self.place_of(frame, pointer) {
            Some(Place {
                root: Root::Binding(binding),
                ..
            }) => {
                let len = self.known.lens.get(binding).copied().unwrap_or(0);
                Value::number(len.into())
            }
            _ => Value::Unknown,
        }
    }

    /// What the host put there: of uniforms, and of storage that nobody writes.
    fn content(&mut self, place: &Place, binding: usize, inner: &TypeInner) -> Option<Value> {
        let interface = self.folded.interface.bindings.get(binding)?;
        self.known.content.get(binding).copied().flatten()?;
        let mut at = place.bytes.start;
        match &place.target {
            Target::Whole => {}
            Target::Elements => return None,
            Target::Element { index, bits } => {
                let ty = index_type(*bits);
                let index = self.settle(index);
                index.as_number()?;
                let index = self.exact(&index, ty)?.as_number()?;
                let index = u64::try_from(index).ok()?;
                if index >= u64::from(*self.known.lens.get(binding)?) {
                    return None;
                }
                at += interface.header_bytes() + index * interface.stride();
            }
        }
        let size = inner.try_size(self.folded.module.to_ctx())?;
        if !place.exact || place.bytes.end - place.bytes.start != u64::from(size) {
            return None;
        }
        match inner {
            TypeInner::Scalar(scalar) => self.content_scalar(binding, at, *scalar),
            TypeInner::Vector { size, scalar } => {
                let parts = (0..*size as u64).map(|part| {
                    let at = at + part * u64::from(scalar.width);
                    self.content_scalar(binding, at, *scalar)
                        .unwrap_or(Value::Unknown)
                });
                let parts: Vec<_> = parts.collect();
                let is_known = !parts.contains(&Value::Unknown);
                is_known.then(|| Value::composite(parts))
            }
            TypeInner::Struct { members, .. } => {
                let mut parts = Vec::new();
                for member in members {
                    let inner = &self.folded.module.types[member.ty].inner;
                    let mut part = place.clone();
                    let size = inner.try_size(self.folded.module.to_ctx())?;
                    let start = part.bytes.start + u64::from(member.offset);
                    part.bytes = start..start + u64::from(size);
                    parts.push(
                        self.content(&part, binding, inner)
                            .unwrap_or(Value::Unknown),
                    );
                }
                Some(Value::composite(parts))
            }
            _ => None,
        }
    }

    fn content_scalar(&mut self, binding: usize, offset: u64, scalar: Scalar) -> Option<Value> {
        if scalar.width != 4 {
            return None;
        }
        let bytes = self.known.bytes_at(binding, offset)?;
        let value = match scalar.kind {
            ScalarKind::Uint => i128::from(u32::from_le_bytes(bytes)),
            ScalarKind::Sint => i128::from(i32::from_le_bytes(bytes)),
            ScalarKind::Float => return Some(Value::FloatAt { binding, offset }),
            _ => return None,
        };
        let found = self
            .asked
            .iter()
            .find(|(_, (b, o, _))| (*b, *o) == (binding, offset));
        let symbol = match found {
            Some((symbol, _)) => *symbol,
            None => {
                let ty = Int::of(scalar)?;
                let (low, high) = ty.range();
                let symbol = self.symbols.fresh(low, high, Why::Derived);
                self.asked.insert(symbol, (binding, offset, value));
                symbol
            }
        };
        Some(Value::Int(Linear::symbol(symbol)))
    }

    /// Notes that a value of the launch was looked at.
    pub fn consult(&mut self, binding: usize, offset: u64) {
        let Some(bytes) = self.known.bytes_at(binding, offset) else {
            return;
        };
        let entry = (binding, offset, bytes);
        if !self.facts.consulted.contains(&entry) {
            self.facts.consulted.push(entry);
        }
    }

    /// Writes an access down, with the elements that each block of workgroups touches.
    fn record(&mut self, place: &Place, binding: usize, kind: Kind, span: Span) {
        let Some(interface) = self.folded.interface.bindings.get(binding) else {
            return;
        };
        if !self.recording || !interface.is_storage() {
            return;
        }
        let part = match (&place.target, interface.is_array()) {
            (Target::Whole, true) if place.bytes.end <= interface.header_bytes() => Part::Header,
            (Target::Whole | Target::Elements, _) => Part::Whole,
            (Target::Element { .. }, _) => Part::Elements,
        };
        let mut access = Access {
            binding,
            kind,
            part,
            bytes: place.bytes.clone(),
            extents: [None, None, None],
            residues: Vec::new(),
            covers: [None, None, None],
            span,
            why: None,
        };
        if let Target::Element { index, bits } = &place.target
            && let Some(len) = self.known.lens.get(binding).copied()
        {
            let index = self.settle(index);
            access.why = self.reason(&index);
            let uses = self.folded.uses.get(binding);
            let is_written = uses.is_some_and(|uses| uses.any_write().is_some());
            if let Some(form) = self.touched(&index, *bits, len) {
                access.extents = [0, 1, 2].map(|axis| self.extent(&form, axis, is_written));
                if is_written {
                    access.residues = self.residues(&form);
                }
            }
            // Bytes that are no one's (the fourth of a vec3) are not written.
            let element = interface.element();
            let is_dense = element.only_scalar().is_some() && element.size() == interface.stride();
            if kind == Kind::Write
                && is_dense
                && place.exact
                && place.bytes == (0..interface.stride())
                && let Some(form) = self.exact(&index, index_type(*bits))
            {
                access.covers = [0, 1, 2].map(|axis| self.cover(&form, axis));
            }
        }
        self.facts.accesses.push(access);
    }

    /// The index as a number, such that every access that takes place is at that element: those whose
    /// index wraps around to beyond the end do not.
    fn touched(&mut self, index: &Linear, bits: u32, len: u32) -> Option<Linear> {
        if let Some(form) = self.exact(index, index_type(bits)) {
            return Some(form);
        }
        let path = &self.state.path;
        let modulus = 1i128 << bits;
        let fits = self.symbols.at_most(index, modulus - 1, path)
            && self
                .symbols
                .at_least(index, i128::from(len) - modulus, path);
        fits.then(|| index.clone())
    }
}
