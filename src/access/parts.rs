//! Vectors, component by component.

use std::rc::Rc;

use naga::{RelationalFunction, TypeInner};

use super::value::{Condition, Value};

/// Applies `f` to each component of vectors, or to scalars; a scalar goes with every component.
pub(super) fn each(values: &[Value], f: &mut dyn FnMut(&[Value]) -> Value) -> Value {
    let len = values.iter().find_map(|value| match value {
        Value::Composite(parts) => Some(parts.len()),
        _ => None,
    });
    let Some(len) = len else {
        return f(values);
    };
    let parts = (0..u32::try_from(len).unwrap_or(0)).map(|index| {
        let parts: Vec<_> = values
            .iter()
            .map(|value| match value {
                Value::Composite(_) => value.part(index),
                scalar => scalar.clone(),
            })
            .collect();
        f(&parts)
    });
    Value::composite(parts.collect())
}

pub(super) fn relational(fun: RelationalFunction, argument: &Value) -> Value {
    let all = |parts: &[Value], start: bool, op: fn(&Condition, &Condition) -> Condition| {
        let unknown = Rc::new(Condition::unknown());
        let parts = parts.iter().map(|part| match part {
            Value::Bool(condition) => condition,
            _ => &unknown,
        });
        Value::Bool(Rc::new(
            parts.fold(Condition::known(start), |a, b| op(&a, b)),
        ))
    };
    match (fun, argument) {
        (RelationalFunction::All, Value::Composite(parts)) => all(parts, true, Condition::and),
        (RelationalFunction::Any, Value::Composite(parts)) => all(parts, false, Condition::or),
        (RelationalFunction::All | RelationalFunction::Any, value @ Value::Bool(_)) => {
            value.clone()
        }
        _ => Value::Bool(Rc::new(Condition::unknown())),
    }
}

/// A vector is composed of scalars and vectors, everything else part by part.
pub(super) fn compose<'t>(
    inner: &TypeInner,
    parts: Vec<Value>,
    types: impl Iterator<Item = &'t TypeInner>,
) -> Value {
    if !matches!(inner, TypeInner::Vector { .. }) {
        return Value::composite(parts);
    }
    let mut flat = Vec::new();
    for (part, ty) in parts.into_iter().zip(types) {
        match (part, ty) {
            (Value::Composite(parts), _) => flat.extend(parts.iter().cloned()),
            (_, TypeInner::Vector { size, .. }) => {
                flat.extend(std::iter::repeat_n(Value::Unknown, *size as usize));
            }
            (scalar, _) => flat.push(scalar),
        }
    }
    Value::composite(flat)
}
