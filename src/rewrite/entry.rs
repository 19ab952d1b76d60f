//! The entry point's builtins, shifted by the chunk's base.

use naga::{Binding, BuiltIn, Expression, FunctionArgument, Span, TypeInner};

use super::builder::Value;
use super::function::Rewriter;
use super::grid::field;
use super::{Broken, broken};

impl Rewriter<'_> {
    /// Shifts the ids of the entry point by the chunk's base.
    pub(super) fn entry_arguments(&mut self) -> Result<(), Broken> {
        let mut invocation = None;
        for index in 0..self.old.arguments.len() {
            let Some(argument) = self.old.arguments.get(index) else {
                break;
            };
            let number = u32::try_from(index).map_err(|_| broken("too many arguments"))?;
            let value = self
                .b
                .push(Expression::FunctionArgument(number), Span::UNDEFINED);
            let shifted = match (&argument.binding, &self.types[argument.ty].inner) {
                (Some(Binding::BuiltIn(builtin)), _) => {
                    let shifted = self.shift(*builtin, value);
                    if *builtin == BuiltIn::GlobalInvocationId {
                        invocation = Some(shifted);
                    }
                    shifted
                }
                (None, TypeInner::Struct { members, .. }) => {
                    let builtins: Vec<_> = members.iter().map(|m| m.binding.clone()).collect();
                    let mut components = Vec::with_capacity(builtins.len());
                    for (member, binding) in (0..).zip(builtins) {
                        let mut component = self.b.member(value, member);
                        if let Some(Binding::BuiltIn(builtin)) = binding {
                            component = self.shift(builtin, component);
                            if builtin == BuiltIn::GlobalInvocationId {
                                invocation = Some(component);
                            }
                        }
                        components.push(component);
                    }
                    self.b.push(
                        Expression::Compose {
                            ty: argument.ty,
                            components,
                        },
                        Span::UNDEFINED,
                    )
                }
                _ => value,
            };
            for (handle, expression) in self.old.expressions.iter() {
                if matches!(expression, Expression::FunctionArgument(n) if *n == number) {
                    self.map.insert(handle, shifted);
                }
            }
        }
        if let Some(variable) = self.shared.invocation {
            let value = match invocation {
                Some(value) => value,
                None => self.add_invocation_id(),
            };
            let pointer = self
                .b
                .push(Expression::GlobalVariable(variable), Span::UNDEFINED);
            self.b.store(pointer, value, Span::UNDEFINED);
        }
        Ok(())
    }

    fn shift(&mut self, builtin: BuiltIn, value: Value) -> Value {
        use BuiltIn as B;
        let field = match builtin {
            B::WorkGroupId => field::WORKGROUP_BASE,
            B::GlobalInvocationId => field::INVOCATION_BASE,
            B::NumWorkGroups => field::NUM_WORKGROUPS,
            // A workgroup is never cut, so these stay.
            B::LocalInvocationId
            | B::LocalInvocationIndex
            | B::WorkGroupSize
            | B::NumSubgroups
            | B::SubgroupId
            | B::SubgroupSize
            | B::SubgroupInvocationId => return value,
            // Of other stages; listed one by one, so that a new builtin does not pass unshifted.
            B::PrimitiveIndex
            | B::Position { .. }
            | B::ViewIndex
            | B::BaseInstance
            | B::BaseVertex
            | B::ClipDistances
            | B::CullDistance
            | B::InstanceIndex
            | B::PointSize
            | B::VertexIndex
            | B::DrawIndex
            | B::FragDepth
            | B::PointCoord
            | B::FrontFacing
            | B::Barycentric { .. }
            | B::SampleIndex
            | B::SampleMask
            | B::MeshTaskSize
            | B::CullPrimitive
            | B::PointIndex
            | B::LineIndices
            | B::TriangleIndices
            | B::VertexCount
            | B::Vertices
            | B::PrimitiveCount
            | B::Primitives
            | B::RayInvocationId
            | B::NumRayInvocations
            | B::InstanceCustomData
            | B::GeometryIndex
            | B::WorldRayOrigin
            | B::WorldRayDirection
            | B::ObjectRayOrigin
            | B::ObjectRayDirection
            | B::RayTmin
            | B::RayTCurrentMax
            | B::ObjectToWorld
            | B::WorldToObject
            | B::HitKind => return value,
        };
        let Some(grid_data) = self.shared.grid_data else {
            return value;
        };
        let grid = self
            .b
            .push(Expression::GlobalVariable(grid_data), Span::UNDEFINED);
        let pointer = self.b.member(grid, field);
        let data = self.b.load(pointer, Span::UNDEFINED);
        if builtin == BuiltIn::NumWorkGroups {
            return data;
        }
        self.b.binary(naga::BinaryOperator::Add, value, data)
    }

    /// Adds the builtin to an entry point that does without, for the log of a checked launch.
    fn add_invocation_id(&mut self) -> Value {
        let number = self.b.function.arguments.len();
        self.b.function.arguments.push(FunctionArgument {
            name: None,
            ty: self.shared.types.uvec3,
            binding: Some(Binding::BuiltIn(BuiltIn::GlobalInvocationId)),
        });
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let value = self
            .b
            .push(Expression::FunctionArgument(number), Span::UNDEFINED);
        self.shift(BuiltIn::GlobalInvocationId, value)
    }
}
