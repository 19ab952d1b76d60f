//! The analysis against what kernels really do.

mod edges;
pub(crate) mod grammar;
pub(crate) mod interpreter;
mod property;
mod regressions;
