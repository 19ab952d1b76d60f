//! The state at a place in the kernel, and what is left of two where control flow joins.

use std::rc::Rc;

use naga::{Handle, Type, TypeInner};

use super::arithmetic::Int;
use super::fact::Fact;
use super::linear::{Linear, Symbol};
use super::symbols::{Path, Why};
use super::value::{Condition, Value};
use super::walk::Walker;

#[derive(Debug, Clone)]
pub(super) struct State {
    /// Private variables, then the local ones of the functions on the way here.
    pub variables: Vec<Value>,
    /// What holds here.
    pub path: Path,
    /// The part of it that decided whether control comes here.
    pub conditions: Path,
    /// Whether every invocation for which the path holds comes here.
    pub exact: bool,
}

impl Default for State {
    fn default() -> Self {
        Self {
            variables: Vec::new(),
            path: Path::new(),
            conditions: Path::new(),
            exact: true,
        }
    }
}

/// A variable's value from two sides, seen while the conditions of both were still known.
enum Pending {
    Same(Value),
    Int {
        sides: [Option<Linear>; 2],
        range: (i128, i128),
        why: Why,
    },
    /// With what each side knows besides.
    Bool([(Rc<Condition>, Path); 2]),
    Parts(Vec<Pending>),
    Unknown,
}

impl<'a> Walker<'a> {
    /// One state for all that come together; `None` if none does.
    pub fn join_all(&mut self, states: Vec<State>) -> Option<State> {
        let mut states = states.into_iter();
        let first = states.next()?;
        let base = common_path(&first, states.as_slice());
        let exact = first.exact;
        Some(states.fold(first, |joined, next| {
            let mut joined = self.join(joined, next, &base, None);
            joined.exact &= exact;
            joined
        }))
    }

    /// One state for two. `base`: what held before control flow parted; `condition`: what decided, true for
    /// `a`, if that is known.
    pub fn join(
        &mut self,
        a: State,
        b: State,
        base: &Path,
        condition: Option<&Condition>,
    ) -> State {
        let types = std::mem::take(&mut self.variables);
        let pairs = a.variables.iter().zip(&b.variables).zip(&types);
        let pending: Vec<_> = pairs
            .map(|((left, right), ty)| {
                if left == right {
                    return Pending::Same(left.clone());
                }
                let inner = &self.folded.module.types[*ty].inner;
                self.pending((left, &a.path), (right, &b.path), inner)
            })
            .collect();
        self.variables = types;
        self.state.path.clone_from(base);
        let variables = pending.into_iter();
        let variables = variables.map(|pending| self.settle_pending(pending, condition));
        State {
            variables: variables.collect(),
            path: std::mem::take(&mut self.state.path),
            conditions: common(&a.conditions, &b.conditions),
            exact: a.exact && b.exact,
        }
    }

    fn pending(
        &mut self,
        (a, a_path): (&Value, &Path),
        (b, b_path): (&Value, &Path),
        inner: &TypeInner,
    ) -> Pending {
        if a == b {
            return Pending::Same(a.clone());
        }
        if let TypeInner::Scalar(scalar) = inner
            && let Some(ty) = Int::of(*scalar)
        {
            let mut range = (i128::MAX, i128::MIN);
            let mut sides = [None, None];
            let mut why = Why::Derived;
            for ((value, path), side) in [(a, a_path), (b, b_path)].into_iter().zip(&mut sides) {
                let mut known = ty.range();
                if let Value::Int(form) = value {
                    *side = self.exact_at(form, ty, path);
                    if let Some(form) = side {
                        let (low, high) = (
                            self.symbols.lower(form, path),
                            self.symbols.upper(form, path),
                        );
                        known = (low.unwrap_or(known.0), high.unwrap_or(known.1));
                    } else {
                        why = self.reason(form).unwrap_or(why);
                    }
                }
                range = (range.0.min(known.0), range.1.max(known.1));
            }
            return Pending::Int { sides, range, why };
        }
        match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => {
                let known = [a, b].iter().any(|condition| condition.known.is_some());
                let of = |path: &Path| if known { path.clone() } else { Path::new() };
                Pending::Bool([(a.clone(), of(a_path)), (b.clone(), of(b_path))])
            }
            (Value::Composite(left), Value::Composite(right)) if left.len() == right.len() => {
                let parts = (0u32..).zip(left.iter().zip(right.iter()));
                let parts =
                    parts.map(
                        |(index, (left, right))| match self.part_type(inner, index) {
                            Some(inner) => self.pending((left, a_path), (right, b_path), &inner),
                            None if left == right => Pending::Same(left.clone()),
                            None => Pending::Unknown,
                        },
                    );
                Pending::Parts(parts.collect())
            }
            _ => Pending::Unknown,
        }
    }

    fn settle_pending(&mut self, pending: Pending, condition: Option<&Condition>) -> Value {
        match pending {
            Pending::Same(value) => value,
            Pending::Int { sides, range, why } => {
                let symbol = self.symbols.fresh(range.0, range.1, why);
                let [a, b] = sides;
                if let (Some(a), Some(b)) = (a, b) {
                    self.between(symbol, &a, &b, condition);
                }
                Value::Int(Linear::symbol(symbol))
            }
            Pending::Bool([(a, a_path), (b, b_path)]) => {
                let chosen = match condition {
                    Some(condition) => condition.choose(&a, &b),
                    None => one_of(&a, &a_path, &b, &b_path),
                };
                Value::Bool(Rc::new(chosen))
            }
            Pending::Parts(parts) => {
                let parts = parts.into_iter();
                Value::composite(parts.map(|p| self.settle_pending(p, condition)).collect())
            }
            Pending::Unknown => Value::Unknown,
        }
    }

    /// `symbol` is `a` where the condition is true, else `b`: how far it can be from each.
    pub fn between(
        &mut self,
        symbol: Symbol,
        a: &Linear,
        b: &Linear,
        condition: Option<&Condition>,
    ) {
        let with = |facts: Option<&Path>| {
            let mut path = self.state.path.clone();
            path.extend(facts.into_iter().flatten().cloned());
            path
        };
        let (yes, no) = (
            with(condition.map(|c| &c.yes)),
            with(condition.map(|c| &c.no)),
        );
        let value = Linear::symbol(symbol);
        for (side, other, path) in [(a, b, &no), (b, a, &yes)] {
            let Some(difference) = other.minus(side) else {
                continue;
            };
            let above = self.symbols.upper(&difference, path);
            let below = self.symbols.lower(&difference, path);
            if let Some(above) = above {
                let most = side.offset(above.max(0)).minus(&value);
                self.hold(most);
            }
            if let Some(below) = below {
                let least = value.minus(&side.offset(below.min(0)));
                self.hold(least);
            }
        }
    }

    /// Adds `form >= 0` to what holds here, by the definition of its newest symbol.
    pub fn hold(&mut self, form: Option<Linear>) {
        self.state.path.extend(Fact::definition(form));
    }

    /// The type of a component.
    pub fn part_type(&self, inner: &TypeInner, index: u32) -> Option<TypeInner> {
        let of = |ty: Handle<Type>| self.folded.module.types[ty].inner.clone();
        match inner {
            TypeInner::Vector { scalar, .. } => Some(TypeInner::Scalar(*scalar)),
            TypeInner::Array { base, .. } => Some(of(*base)),
            TypeInner::Struct { members, .. } => {
                members.get(index as usize).map(|member| of(member.ty))
            }
            _ => None,
        }
    }
}

/// One of two booleans, not known which: if one of them is false, and the value true, then control came along
/// the way of the other.
fn one_of(a: &Condition, a_path: &Path, b: &Condition, b_path: &Path) -> Condition {
    let mut result = Condition::unknown();
    for (known, other, path) in [(a.known, b, b_path), (b.known, a, a_path)] {
        let (facts, of) = match known {
            Some(false) => (&mut result.yes, &other.yes),
            Some(true) => (&mut result.no, &other.no),
            None => continue,
        };
        facts.extend(path.iter().chain(of).cloned());
    }
    if a.known == b.known {
        result.known = a.known;
    }
    result
}

/// What all states know.
fn common_path(first: &State, others: &[State]) -> Path {
    let paths = others.iter().map(|state| &state.path);
    paths.fold(first.path.clone(), |path, other| common(&path, other))
}

/// What two paths have in common: their beginning.
fn common(a: &Path, b: &Path) -> Path {
    let same = a.iter().zip(b).take_while(|(a, b)| Rc::ptr_eq(a, b));
    same.map(|(fact, _)| fact.clone()).collect()
}
