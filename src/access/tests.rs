//! The analysis against what kernels really do.

pub(crate) mod grammar;
pub(crate) mod interpreter;
mod property;
mod regressions;
