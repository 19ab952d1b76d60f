//! Abstract values: what is known of an expression's result.

use std::ops::Range;
use std::rc::Rc;

use naga::{Expression, Function, Handle};

use super::linear::Linear;
use super::symbols::Path;

/// What is known of a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// An integer: equal to the form modulo 2^bits of its type. Whether the form is the very number is
    /// asked where it matters, under the conditions that hold there: `x - 1u` may be computed for
    /// x = 0 and used only where x > 0.
    Int(Linear),
    Bool(Rc<Condition>),
    /// A float that is an integer without rounding.
    Float(Linear),
    /// A float of a uniform, looked at only where an integer is made of it.
    FloatAt {
        binding: usize,
        offset: u64,
    },
    /// A vector, struct or small array.
    Composite(Rc<Vec<Value>>),
    Pointer(Rc<Place>),
    Unknown,
}

/// What follows from a boolean's being true, and from its being false: forms that are not negative.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Condition {
    pub known: Option<bool>,
    pub yes: Path,
    pub no: Path,
    /// Whether the forms say all: the boolean is true exactly where all of `yes` hold.
    pub yes_exact: bool,
    pub no_exact: bool,
}

/// Where a pointer leads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Place {
    pub root: Root,
    /// For variables: the way to the component, `None` once an index is not known.
    pub way: Option<Vec<u32>>,
    /// For bindings: bytes from the start of the element (or of the binding, in front of the elements).
    pub bytes: Range<u64>,
    pub target: Target,
    /// Whether it leads to all of these bytes: not after a step whose index is not known.
    pub exact: bool,
    /// The expression that indexed the elements.
    pub site: Option<Site>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    /// A local or private variable, by its number in the state.
    Variable(usize),
    /// A buffer, by its number in the interface.
    Binding(usize),
    /// Workgroup memory.
    Shared,
}

/// Which part of a binding a pointer leads to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Target {
    /// All of it, or a part of what comes before the elements.
    Whole,
    /// All elements.
    Elements,
    /// The element of this index, modulo 2^bits.
    Element { index: Linear, bits: u32 },
}

/// An expression of a function; `None` for the entry point.
pub(crate) type Site = (Option<Handle<Function>>, Handle<Expression>);

impl Value {
    pub fn number(number: i128) -> Self {
        Self::Int(Linear::number(number))
    }

    pub fn bool(known: bool) -> Self {
        Self::Bool(Rc::new(Condition::known(known)))
    }

    pub fn composite(parts: Vec<Self>) -> Self {
        Self::Composite(Rc::new(parts))
    }

    pub fn pointer(place: Place) -> Self {
        Self::Pointer(Rc::new(place))
    }

    /// Where it leads, if it is a pointer.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Pointer(place) => Some(place),
            _ => None,
        }
    }

    /// A component, where it is known which.
    pub fn part(&self, index: u32) -> Self {
        match self {
            Self::Composite(parts) => parts.get(index as usize).cloned().unwrap_or(Self::Unknown),
            _ => Self::Unknown,
        }
    }

    /// The value with the component at the end of `way` replaced.
    pub fn with(&self, way: &[u32], value: Self) -> Self {
        let Some((first, rest)) = way.split_first() else {
            return value;
        };
        let Self::Composite(parts) = self else {
            return Self::Unknown;
        };
        let mut parts = (**parts).clone();
        if let Some(part) = parts.get_mut(*first as usize) {
            *part = part.with(rest, value);
        }
        Self::composite(parts)
    }
}

impl Condition {
    pub fn known(known: bool) -> Self {
        Self {
            known: Some(known),
            yes_exact: true,
            no_exact: true,
            ..Self::default()
        }
    }

    /// Nothing follows.
    pub fn unknown() -> Self {
        Self::default()
    }

    pub fn not(&self) -> Self {
        Self {
            known: self.known.map(|known| !known),
            yes: self.no.clone(),
            no: self.yes.clone(),
            yes_exact: self.no_exact,
            no_exact: self.yes_exact,
        }
    }

    pub fn and(&self, other: &Self) -> Self {
        match (self.known, other.known) {
            (Some(false), _) | (_, Some(false)) => return Self::known(false),
            (Some(true), _) => return other.clone(),
            (_, Some(true)) => return self.clone(),
            (None, None) => {}
        }
        Self {
            known: None,
            yes: self.yes.iter().chain(&other.yes).cloned().collect(),
            no: Vec::new(),
            yes_exact: self.yes_exact && other.yes_exact,
            no_exact: false,
        }
    }

    pub fn or(&self, other: &Self) -> Self {
        self.not().and(&other.not()).not()
    }

    /// `if (self) { accept } else { reject }`, as short-circuiting operators are written in the IR.
    pub fn choose(&self, accept: &Self, reject: &Self) -> Self {
        match (self.known, accept.known, reject.known) {
            (Some(true), _, _) => accept.clone(),
            (Some(false), _, _) => reject.clone(),
            (None, _, Some(false)) => self.and(accept),
            (None, Some(true), _) => self.or(reject),
            (None, Some(false), _) => self.not().and(reject),
            (None, _, Some(true)) => self.not().or(accept),
            _ if accept == reject => accept.clone(),
            _ => Self::unknown(),
        }
    }
}
