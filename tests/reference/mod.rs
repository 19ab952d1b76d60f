//! For each kernel of `shaders/` a naive twin of the same name, and a case of any size that both can run.
//!
//! The twins do the arithmetic in the kernels' order, in `f32` where they do.

#![allow(
    dead_code,
    clippy::indexing_slicing,
    reason = "each test uses a part; plain indexing keeps the twins obvious, and a panic is a failed test"
)]

pub mod cases;
pub mod compare;

mod blur;
mod blur_rgba;
mod collatz;
mod heat;
mod histogram;
mod mandelbrot;
mod matmul;
mod minmax;
mod monte_carlo_pi;
mod nbody;
mod saxpy;
mod scatter;
mod transpose;
mod unpack;

pub use blur::blur;
pub use blur_rgba::blur_rgba;
pub use collatz::collatz;
pub use heat::heat;
pub use histogram::histogram;
pub use mandelbrot::mandelbrot;
pub use matmul::matmul;
pub use minmax::minmax;
pub use monte_carlo_pi::monte_carlo_pi;
pub use nbody::nbody;
pub use saxpy::saxpy;
pub use scatter::scatter;
pub use transpose::transpose;
pub use unpack::unpack;
