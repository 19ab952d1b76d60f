//! Longer texts.

/// The same program by hand in wgpu and here.
#[doc = include_str!("from_wgpu.md")]
pub mod from_wgpu {}

/// What splits over several GPUs by itself, what is refused, and how to mend it: for authors of WGSL.
#[doc = include_str!("kernels_that_split.md")]
pub mod kernels_that_split {}

/// Headless machines with GPUs: containers, batch systems, what a launch costs there and what it survives.
#[doc = include_str!("servers.md")]
pub mod servers {}
