//! Longer texts.

/// The same program by hand in wgpu and here.
#[doc = include_str!("from_wgpu.md")]
pub mod from_wgpu {}
