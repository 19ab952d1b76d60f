//! Stage 9, run: chunks go to devices and their results come back.
//!
//! The [`Launch`] holds the settings. Run or awaited, it is prepared ([`prepare`]: check, plan, fit,
//! schedule) and becomes a [`coordinator`], which hands chunks to devices and commits what comes back. A device is a [`Backend`]: the real one ([`gpu`]) drives
//! wgpu, the tests' one records.
//!
//! The caller's slices are touched by the coordinator only, inside `poll`. What a backend's own
//! thread works on is staging memory that the backend owns. So a launch may be dropped or leaked
//! at any time: chunks in flight end in staging and are forgotten.

mod able;
mod alarm;
mod arguments;
mod comparable;
mod coordinator;
mod gather;
mod gpu;
mod job;
mod lane;
mod launch;
mod prepare;
mod running;

#[cfg(test)]
mod canaries;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub use launch::{Launch, Progress};
pub use running::Running;

use crate::error::Result;
use job::Job;

/// A device as a launch sees it. Lives for one launch.
pub(crate) trait Backend: Send + Sync + 'static {
    /// Memory that the host fills, on its way to the device.
    type Upload: Upload;
    /// Results on the host.
    type Download: AsRef<[u8]> + Send;

    /// Staging memory of this many bytes. Does not wait for the device.
    fn upload(&self, bytes: u64) -> Result<Self::Upload>;

    /// Copies the upload to the device, runs the chunk, and waits for the results.
    fn dispatch(&self, job: &Job, upload: Self::Upload) -> Result<Finished<Self::Download>>;

    /// Nobody waits any more for the chunk that it is at.
    fn abandon(&self) {}

    /// Runs `work` on the device's own thread, or drops it where none is to be had.
    fn spawn(&self, work: Box<dyn FnOnce() + Send>);
}

/// Memory that the host fills.
pub(crate) trait Upload: Send {
    /// Writes bytes at an offset. `false`, and nothing is written, where they do not fit.
    #[must_use = "bytes that were not written leave old ones in their place"]
    fn write(&mut self, at: u64, bytes: &[u8]) -> bool;
}

/// A chunk that ran.
pub(crate) struct Finished<D> {
    pub download: D,
    pub kernel_time: Option<Duration>,
}
