//! The analysis against what kernels really do.

mod grammar;
mod interpreter;
mod property;
mod regressions;
