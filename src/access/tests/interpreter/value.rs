//! Values and arithmetic, as WGSL defines them: wrap-around, shifts by the amount modulo 32, division by zero gives
//! the dividend, conversions of floats saturate.

use naga::{BinaryOperator, MathFunction, ScalarKind, UnaryOperator};

use super::Pointer;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    U(u32),
    I(i32),
    F(f32),
    B(bool),
}

#[derive(Debug, Clone)]
pub enum Value {
    Scalar(Scalar),
    /// Components, and how many of the four count.
    Vector([Scalar; 4], u8),
    Composite(Vec<Value>),
    Pointer(Pointer),
    Unset,
}

use Scalar::{B, F, I, U};

/// What a division met that the hardware leaves undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trap {
    Zero,
    Overflow,
}

impl Scalar {
    pub fn bits(self) -> u32 {
        match self {
            U(v) => v,
            I(v) => v as u32,
            F(v) => v.to_bits(),
            B(v) => v.into(),
        }
    }

    pub fn from_bits(kind: ScalarKind, bits: u32) -> Self {
        match kind {
            ScalarKind::Uint => U(bits),
            ScalarKind::Sint => I(bits as i32),
            ScalarKind::Float => F(f32::from_bits(bits)),
            ScalarKind::Bool => B(bits != 0),
            ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
                panic!("abstract values are gone")
            }
        }
    }

    pub fn kind(self) -> ScalarKind {
        match self {
            U(_) => ScalarKind::Uint,
            I(_) => ScalarKind::Sint,
            F(_) => ScalarKind::Float,
            B(_) => ScalarKind::Bool,
        }
    }

    pub fn is_true(self) -> bool {
        match self {
            B(value) => value,
            other => panic!("{other:?} is no condition"),
        }
    }

    /// As an index: negative where a signed one is.
    pub fn index(self) -> i64 {
        match self {
            U(v) => v.into(),
            I(v) => v.into(),
            other => panic!("{other:?} is no index"),
        }
    }

    pub fn convert(self, kind: ScalarKind) -> Self {
        match (kind, self) {
            (ScalarKind::Uint, U(v)) => U(v),
            (ScalarKind::Uint, I(v)) => U(v as u32),
            (ScalarKind::Uint, F(v)) => U(v as u32),
            (ScalarKind::Uint, B(v)) => U(v.into()),
            (ScalarKind::Sint, U(v)) => I(v as i32),
            (ScalarKind::Sint, I(v)) => I(v),
            (ScalarKind::Sint, F(v)) => I(v as i32),
            (ScalarKind::Sint, B(v)) => I(v.into()),
            (ScalarKind::Float, U(v)) => F(v as f32),
            (ScalarKind::Float, I(v)) => F(v as f32),
            (ScalarKind::Float, F(v)) => F(v),
            (ScalarKind::Float, B(v)) => F(u8::from(v).into()),
            (ScalarKind::Bool, B(v)) => B(v),
            (ScalarKind::Bool, F(v)) => B(v != 0.0),
            (ScalarKind::Bool, other) => B(other.bits() != 0),
            (other, _) => panic!("no conversion to {other:?}"),
        }
    }
}

impl Value {
    pub fn scalar(&self) -> Scalar {
        match self {
            Self::Scalar(scalar) => *scalar,
            other => panic!("{other:?} is no scalar"),
        }
    }

    pub fn pointer(&self) -> Pointer {
        match self {
            Self::Pointer(pointer) => *pointer,
            other => panic!("{other:?} is no pointer"),
        }
    }

    pub fn vector(components: &[Scalar]) -> Self {
        let mut all = [U(0); 4];
        all[..components.len()].copy_from_slice(components);
        Self::Vector(all, components.len() as u8)
    }

    /// The components of a vector, or the one of a scalar.
    pub fn components(&self) -> &[Scalar] {
        match self {
            Self::Scalar(scalar) => std::slice::from_ref(scalar),
            Self::Vector(all, len) => &all[..usize::from(*len)],
            other => panic!("{other:?} has no components"),
        }
    }

    pub fn map(&self, mut f: impl FnMut(Scalar) -> Scalar) -> Self {
        match self {
            Self::Scalar(scalar) => Self::Scalar(f(*scalar)),
            Self::Vector(all, len) => {
                let mut mapped = *all;
                for component in &mut mapped[..usize::from(*len)] {
                    *component = f(*component);
                }
                Self::Vector(mapped, *len)
            }
            other => panic!("{other:?} has no components"),
        }
    }

    /// Componentwise; a scalar goes with every component of a vector.
    pub fn zip(&self, other: &Self, mut f: impl FnMut(Scalar, Scalar) -> Scalar) -> Self {
        match (self, other) {
            (Self::Scalar(a), Self::Scalar(b)) => Self::Scalar(f(*a, *b)),
            (Self::Scalar(a), _) => other.map(|b| f(*a, b)),
            (_, Self::Scalar(b)) => self.map(|a| f(a, *b)),
            _ => {
                let mut others = other.components().iter();
                self.map(|a| f(a, *others.next().unwrap()))
            }
        }
    }

    /// A zero of the same type.
    pub fn zero(&self) -> Self {
        match self {
            Self::Composite(parts) => Self::Composite(parts.iter().map(Self::zero).collect()),
            other => other.map(|scalar| match scalar {
                U(_) => U(0),
                I(_) => I(0),
                F(_) => F(0.0),
                B(_) => B(false),
            }),
        }
    }
}

pub fn unary(op: UnaryOperator, value: Scalar) -> Scalar {
    match (op, value) {
        (UnaryOperator::Negate, I(v)) => I(v.wrapping_neg()),
        (UnaryOperator::Negate, F(v)) => F(-v),
        (UnaryOperator::LogicalNot, B(v)) => B(!v),
        (UnaryOperator::BitwiseNot, U(v)) => U(!v),
        (UnaryOperator::BitwiseNot, I(v)) => I(!v),
        other => panic!("{other:?}"),
    }
}

pub fn trap(op: BinaryOperator, left: Scalar, right: Scalar) -> Option<Trap> {
    if !matches!(op, BinaryOperator::Divide | BinaryOperator::Modulo) {
        return None;
    }
    match (left, right) {
        (_, U(0) | I(0)) => Some(Trap::Zero),
        (I(i32::MIN), I(-1)) => Some(Trap::Overflow),
        _ => None,
    }
}

pub fn binary(op: BinaryOperator, left: Scalar, right: Scalar) -> Scalar {
    use BinaryOperator as Op;
    match (op, left, right) {
        (Op::Equal, a, b) => B(a == b),
        (Op::NotEqual, a, b) => B(a != b),
        (Op::Less, a, b) => B(order(a, b) == Some(std::cmp::Ordering::Less)),
        (Op::Greater, a, b) => B(order(a, b) == Some(std::cmp::Ordering::Greater)),
        (Op::LessEqual, a, b) => B(order(a, b).is_some_and(|o| o.is_le())),
        (Op::GreaterEqual, a, b) => B(order(a, b).is_some_and(|o| o.is_ge())),
        (Op::LogicalAnd | Op::And, B(a), B(b)) => B(a && b),
        (Op::LogicalOr | Op::InclusiveOr, B(a), B(b)) => B(a || b),
        (Op::ExclusiveOr, B(a), B(b)) => B(a != b),
        (Op::Add, U(a), U(b)) => U(a.wrapping_add(b)),
        (Op::Subtract, U(a), U(b)) => U(a.wrapping_sub(b)),
        (Op::Multiply, U(a), U(b)) => U(a.wrapping_mul(b)),
        (Op::Divide, U(a), U(b)) => U(a.checked_div(b).unwrap_or(a)),
        (Op::Modulo, U(a), U(b)) => U(a.checked_rem(b).unwrap_or(0)),
        (Op::Add, I(a), I(b)) => I(a.wrapping_add(b)),
        (Op::Subtract, I(a), I(b)) => I(a.wrapping_sub(b)),
        (Op::Multiply, I(a), I(b)) => I(a.wrapping_mul(b)),
        (Op::Divide, I(a), I(b)) => I(a.checked_div(b).unwrap_or(a)),
        (Op::Modulo, I(a), I(b)) => I(a.checked_rem(b).unwrap_or(0)),
        (Op::Add, F(a), F(b)) => F(a + b),
        (Op::Subtract, F(a), F(b)) => F(a - b),
        (Op::Multiply, F(a), F(b)) => F(a * b),
        (Op::Divide, F(a), F(b)) => F(a / b),
        (Op::Modulo, F(a), F(b)) => F(a % b),
        (Op::And, U(a), U(b)) => U(a & b),
        (Op::InclusiveOr, U(a), U(b)) => U(a | b),
        (Op::ExclusiveOr, U(a), U(b)) => U(a ^ b),
        (Op::And, I(a), I(b)) => I(a & b),
        (Op::InclusiveOr, I(a), I(b)) => I(a | b),
        (Op::ExclusiveOr, I(a), I(b)) => I(a ^ b),
        (Op::ShiftLeft, U(a), U(b)) => U(a << (b % 32)),
        (Op::ShiftRight, U(a), U(b)) => U(a >> (b % 32)),
        (Op::ShiftLeft, I(a), U(b)) => I(a << (b % 32)),
        (Op::ShiftRight, I(a), U(b)) => I(a >> (b % 32)),
        other => panic!("{other:?}"),
    }
}

fn order(left: Scalar, right: Scalar) -> Option<std::cmp::Ordering> {
    match (left, right) {
        (U(a), U(b)) => Some(a.cmp(&b)),
        (I(a), I(b)) => Some(a.cmp(&b)),
        (F(a), F(b)) => a.partial_cmp(&b),
        other => panic!("{other:?} are not ordered"),
    }
}

fn least(a: Scalar, b: Scalar) -> Scalar {
    match (a, b) {
        (U(a), U(b)) => U(a.min(b)),
        (I(a), I(b)) => I(a.min(b)),
        (F(a), F(b)) => F(a.min(b)),
        other => panic!("min{other:?}"),
    }
}

fn greatest(a: Scalar, b: Scalar) -> Scalar {
    match (a, b) {
        (U(a), U(b)) => U(a.max(b)),
        (I(a), I(b)) => I(a.max(b)),
        (F(a), F(b)) => F(a.max(b)),
        other => panic!("max{other:?}"),
    }
}

/// A built-in function; the arguments are there.
pub fn math(fun: MathFunction, arguments: &[&Value]) -> Value {
    use MathFunction as M;
    let a = arguments[0];
    let float = |f: fn(f32) -> f32| {
        a.map(|x| match x {
            F(x) => F(f(x)),
            other => panic!("{fun:?}({other:?})"),
        })
    };
    match fun {
        M::Min => a.zip(arguments[1], least),
        M::Max => a.zip(arguments[1], greatest),
        // min(max(e, low), high), also where low > high.
        M::Clamp => a.zip(arguments[1], greatest).zip(arguments[2], least),
        M::Abs => a.map(|x| match x {
            U(x) => U(x),
            I(x) => I(x.wrapping_abs()),
            F(x) => F(x.abs()),
            B(_) => panic!("abs of a bool"),
        }),
        M::Sign => a.map(|x| match x {
            I(x) => I(x.signum()),
            F(x) => F(if x == 0.0 { 0.0 } else { x.signum() }),
            other => panic!("sign({other:?})"),
        }),
        M::CountOneBits => a.map(|x| same(x, x.bits().count_ones())),
        M::CountLeadingZeros => a.map(|x| same(x, x.bits().leading_zeros())),
        M::CountTrailingZeros => a.map(|x| same(x, x.bits().trailing_zeros())),
        M::ReverseBits => a.map(|x| same(x, x.bits().reverse_bits())),
        M::FirstTrailingBit => a.map(|x| match x.bits() {
            0 => same(x, u32::MAX),
            bits => same(x, bits.trailing_zeros()),
        }),
        M::FirstLeadingBit => a.map(|x| {
            let bits = match x {
                I(v) if v < 0 => !(v as u32),
                other => other.bits(),
            };
            same(x, bits.checked_ilog2().unwrap_or(u32::MAX))
        }),
        M::ExtractBits => {
            let (offset, count) = field(arguments[1], arguments[2]);
            a.map(|x| match (x, count) {
                (x, 0) => same(x, 0),
                (I(v), _) => I((v << (32 - offset - count)) >> (32 - count)),
                (x, _) => same(x, (x.bits() << (32 - offset - count)) >> (32 - count)),
            })
        }
        M::InsertBits => {
            let (offset, count) = field(arguments[2], arguments[3]);
            let mask = ((1u64 << count) - 1) << offset;
            a.zip(arguments[1], |old, new| {
                let kept = u64::from(old.bits()) & !mask;
                same(
                    old,
                    (kept | ((u64::from(new.bits()) << offset) & mask)) as u32,
                )
            })
        }
        M::Dot => {
            let product = a.zip(arguments[1], |x, y| binary(BinaryOperator::Multiply, x, y));
            let products = product.components().iter().copied();
            Value::Scalar(
                products
                    .reduce(|x, y| binary(BinaryOperator::Add, x, y))
                    .unwrap(),
            )
        }
        M::Floor => float(f32::floor),
        M::Ceil => float(f32::ceil),
        M::Trunc => float(f32::trunc),
        M::Round => float(f32::round_ties_even),
        M::Fract => float(|x| x - x.floor()),
        M::Sqrt => float(f32::sqrt),
        M::Saturate => float(|x| x.clamp(0.0, 1.0)),
        other => panic!("the interpreter does not know {other:?}"),
    }
}

/// These bits, of the type of `like`.
fn same(like: Scalar, bits: u32) -> Scalar {
    match like {
        U(_) => U(bits),
        I(_) => I(bits as i32),
        other => panic!("{other:?} is no integer"),
    }
}

/// Offset and count of a bit field, cut to the word.
fn field(offset: &Value, count: &Value) -> (u32, u32) {
    let offset = offset.scalar().bits().min(32);
    (offset, count.scalar().bits().min(32 - offset))
}
