//! What the rewrite adds to a module: the grid data (a uniform), and for checked launches the log
//! in which the first access outside its window is written down.

use naga::{
    AddressSpace, ArraySize, AtomicFunction, BinaryOperator, Expression, Function,
    FunctionArgument, GlobalVariable, Handle, MemoryDecorations, Module, ResourceBinding, Scalar,
    Span, Statement, StorageAccess, StructMember, Type, TypeInner, VectorSize,
};

use super::builder::Builder;

/// Bytes of grid data before the windows: three vectors, each padded to 16 bytes.
const WINDOWS_AT: u32 = 48;

/// Words of the log: taken, binding, index, invocation x, y, z.
pub(crate) const LOG_WORDS: u32 = 8;

/// One dispatch's grid data, as the rewritten kernel reads it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GridData {
    pub workgroup_base: [u32; 3],
    pub workgroup_size: [u32; 3],
    pub num_workgroups: [u32; 3],
    pub windows: Vec<Window>,
}

/// The part of a binding that a chunk holds, in elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Window {
    /// Index of the first element held.
    pub base: u32,
    /// Number of elements held.
    pub len: u32,
    /// Number of elements of the whole binding.
    pub whole: u32,
}

impl GridData {
    pub fn bytes(windows: usize) -> u64 {
        // A uniform with an empty array would not be valid.
        u64::from(WINDOWS_AT) + 16 * windows.max(1) as u64
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        let base = self.workgroup_base;
        let size = self.workgroup_size;
        let invocations = [
            base[0].wrapping_mul(size[0]),
            base[1].wrapping_mul(size[1]),
            base[2].wrapping_mul(size[2]),
        ];
        for [x, y, z] in [base, invocations, self.num_workgroups] {
            for word in [x, y, z, 0] {
                out.extend_from_slice(&word.to_le_bytes());
            }
        }
        for window in &self.windows {
            for word in [window.base, window.len, window.whole, 0] {
                out.extend_from_slice(&word.to_le_bytes());
            }
        }
        if self.windows.is_empty() {
            out.extend_from_slice(&[0; 16]);
        }
    }
}

/// Handles of the types that the rewrite needs.
#[derive(Clone, Copy)]
pub(super) struct Types {
    pub u32: Handle<Type>,
    pub uvec3: Handle<Type>,
}

fn insert(module: &mut Module, inner: TypeInner) -> Handle<Type> {
    module
        .types
        .insert(Type { name: None, inner }, Span::UNDEFINED)
}

pub(super) fn types(module: &mut Module) -> Types {
    Types {
        u32: insert(module, TypeInner::Scalar(Scalar::U32)),
        uvec3: insert(
            module,
            TypeInner::Vector {
                size: VectorSize::Tri,
                scalar: Scalar::U32,
            },
        ),
    }
}

/// Fields of the grid data, in their order.
pub(super) mod field {
    pub const WORKGROUP_BASE: u32 = 0;
    pub const INVOCATION_BASE: u32 = 1;
    pub const NUM_WORKGROUPS: u32 = 2;
    pub const WINDOWS: u32 = 3;
}

pub(super) fn add_grid_data(
    module: &mut Module,
    types: Types,
    at: ResourceBinding,
    windows: usize,
) -> Handle<GlobalVariable> {
    let uvec4 = insert(
        module,
        TypeInner::Vector {
            size: VectorSize::Quad,
            scalar: Scalar::U32,
        },
    );
    let count = u32::try_from(windows.max(1)).unwrap_or(u32::MAX);
    let array = insert(
        module,
        TypeInner::Array {
            base: uvec4,
            size: std::num::NonZeroU32::new(count).map_or(ArraySize::Dynamic, ArraySize::Constant),
            stride: 16,
        },
    );
    let member = |name: &str, ty, offset| StructMember {
        name: Some(name.to_owned()),
        ty,
        binding: None,
        offset,
    };
    let ty = module.types.insert(
        Type {
            name: Some("PolygpuGrid".to_owned()),
            inner: TypeInner::Struct {
                members: vec![
                    member("workgroup_base", types.uvec3, 0),
                    member("invocation_base", types.uvec3, 16),
                    member("num_workgroups", types.uvec3, 32),
                    member("windows", array, WINDOWS_AT),
                ],
                span: WINDOWS_AT + 16 * count,
            },
        },
        Span::UNDEFINED,
    );
    add_global(module, "polygpu_grid", AddressSpace::Uniform, Some(at), ty)
}

/// The log of a checked launch.
pub(super) struct Log {
    /// `fn(binding, index)` that writes the first report down.
    pub report: Function,
    /// Private variable that holds the shifted `global_invocation_id`.
    pub invocation: Handle<GlobalVariable>,
}

pub(super) fn add_log(module: &mut Module, types: Types, at: ResourceBinding) -> Log {
    let atomic = insert(module, TypeInner::Atomic(Scalar::U32));
    let words = insert(
        module,
        TypeInner::Array {
            base: atomic,
            size: std::num::NonZeroU32::new(LOG_WORDS)
                .map_or(ArraySize::Dynamic, ArraySize::Constant),
            stride: 4,
        },
    );
    let storage = AddressSpace::Storage {
        access: StorageAccess::LOAD | StorageAccess::STORE,
    };
    let log = add_global(module, "polygpu_log", storage, Some(at), words);
    let invocation = add_global(
        module,
        "polygpu_invocation",
        AddressSpace::Private,
        None,
        types.uvec3,
    );
    Log {
        report: report_function(types, log, invocation),
        invocation,
    }
}

/// ```wgsl
/// fn polygpu_outside(binding: u32, index: u32) {
///     if (atomicExchange(&log[0], 1u) == 0u) {
///         log[1] = binding; log[2] = index;
///         log[3] = invocation.x; log[4] = invocation.y; log[5] = invocation.z;
///     }
/// }
/// ```
fn report_function(
    types: Types,
    log: Handle<GlobalVariable>,
    invocation: Handle<GlobalVariable>,
) -> Function {
    let span = Span::UNDEFINED;
    let mut b = Builder::default();
    b.function.name = Some("polygpu_outside".to_owned());
    b.function.arguments = ["binding", "index"]
        .map(|name| FunctionArgument {
            name: Some(name.to_owned()),
            ty: types.u32,
            binding: None,
        })
        .to_vec();
    let binding = b.push(Expression::FunctionArgument(0), span);
    let index = b.push(Expression::FunctionArgument(1), span);
    let log = b.push(Expression::GlobalVariable(log), span);
    let invocation = b.push(Expression::GlobalVariable(invocation), span);
    let (zero, one) = (b.u32(0), b.u32(1));
    let taken = b.member(log, 0);
    let before = b.push_result(
        Expression::AtomicResult {
            ty: types.u32,
            comparison: false,
        },
        span,
    );
    b.statement(
        Statement::Atomic {
            pointer: taken,
            fun: AtomicFunction::Exchange { compare: None },
            value: one,
            result: Some(before),
        },
        span,
    );
    let first = b.binary(BinaryOperator::Equal, before, zero);
    b.only_if(first, span, |b| {
        let at = b.load(invocation, span);
        let (x, y, z) = (b.member(at, 0), b.member(at, 1), b.member(at, 2));
        for (word, value) in (1..).zip([binding, index, x, y, z]) {
            let pointer = b.member(log, word);
            b.store(pointer, value, span);
        }
    });
    b.finish()
}

fn add_global(
    module: &mut Module,
    name: &str,
    space: AddressSpace,
    binding: Option<ResourceBinding>,
    ty: Handle<Type>,
) -> Handle<GlobalVariable> {
    module.global_variables.append(
        GlobalVariable {
            name: Some(name.to_owned()),
            space,
            binding,
            ty,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        },
        Span::UNDEFINED,
    )
}
