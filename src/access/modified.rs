//! The variables that a loop may change.

use naga::{Block, Expression, Handle, Statement};

use super::memory::Global;
use super::value::{Place, Root};
use super::walk::{Frame, Walker};

impl<'a> Walker<'a> {
    /// The variables that a block may change.
    pub fn modified(&mut self, frame: &mut Frame<'a>, block: &'a Block, out: &mut Vec<usize>) {
        use Statement as S;
        for statement in block.iter() {
            match statement {
                S::Store { pointer, .. } => self.root(frame, *pointer, out),
                S::Call { arguments, .. } => {
                    for argument in arguments {
                        self.root(frame, *argument, out);
                    }
                    // Whatever the function does to private variables.
                    let private = self.globals.values().filter_map(|global| match global {
                        Global::Private(number) => Some(*number),
                        _ => None,
                    });
                    out.extend(private);
                }
                S::Block(block) => self.modified(frame, block, out),
                S::If { accept, reject, .. } => {
                    self.modified(frame, accept, out);
                    self.modified(frame, reject, out);
                }
                S::Switch { cases, .. } => {
                    for case in cases {
                        self.modified(frame, &case.body, out);
                    }
                }
                S::Loop {
                    body, continuing, ..
                } => {
                    self.modified(frame, body, out);
                    self.modified(frame, continuing, out);
                }
                S::Emit(_)
                | S::Break
                | S::Continue
                | S::Return { .. }
                | S::Kill
                | S::ControlBarrier(_)
                | S::MemoryBarrier(_)
                | S::Atomic { .. }
                | S::WorkGroupUniformLoad { .. }
                | S::SubgroupBallot { .. }
                | S::SubgroupGather { .. }
                | S::SubgroupCollectiveOperation { .. }
                | S::ImageStore { .. }
                | S::ImageAtomic { .. }
                | S::RayQuery { .. }
                | S::RayPipelineFunction(_)
                | S::CooperativeStore { .. } => {}
            }
        }
    }

    /// The variable that a pointer leads into.
    fn root(&mut self, frame: &mut Frame<'a>, pointer: Handle<Expression>, out: &mut Vec<usize>) {
        let mut at = pointer;
        loop {
            match &frame.function.expressions[at] {
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                    at = *base
                }
                Expression::LocalVariable(_)
                | Expression::GlobalVariable(_)
                | Expression::FunctionArgument(_) => break,
                _ => return,
            }
        }
        if let Some(Place {
            root: Root::Variable(number),
            ..
        }) = self.get(frame, at).place()
        {
            out.push(*number);
        }
    }
}
