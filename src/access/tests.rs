//! The analysis against what kernels really do.

mod interpreter;
