//! A device in a launch, and the chunks that it has in flight.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use futures::channel::mpsc;

use super::job::Job;
use super::{Backend, Finished};
use crate::error::{Error, Fault, Result, panic_text};
use crate::plan::Limits;
use crate::report::DeviceReport;

/// A device in this launch.
pub(super) struct Lane<B> {
    pub backend: Arc<B>,
    /// The largest chunk that it can hold.
    pub max_chunk: u32,
    pub limits: Limits,
    pub state: State,
    /// Whether the buffers that all chunks share are on the device.
    pub resident: bool,
    pub started: Option<Duration>,
    pub report: DeviceReport,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Idle,
    Busy,
    /// Its chunk is waited for, and dropped; then it is retired.
    Leaving,
    /// It failed and gets nothing more of this launch.
    Retired,
}

impl<B> Lane<B> {
    pub fn new(backend: B, max_chunk: u32, limits: Limits, report: DeviceReport) -> Self {
        Self {
            backend: Arc::new(backend),
            max_chunk,
            limits,
            state: State::Idle,
            resident: false,
            started: None,
            report,
        }
    }
}

/// Runs a chunk. wgpu panics where the driver reports a lost device to one who waits for it: that
/// fails the chunk, not the program.
pub(super) fn run_chunk<B: Backend>(
    backend: &B,
    job: &Job,
    upload: B::Upload,
) -> Result<Finished<B::Download>> {
    let run = AssertUnwindSafe(|| backend.dispatch(job, upload));
    catch_unwind(run).unwrap_or_else(|panic| {
        let text = panic_text(&*panic);
        Err(Error::Device {
            device: "driver".to_owned(),
            fault: Fault::Other,
            why: format!("it panicked: {}", text.unwrap_or("it does not say why")),
        })
    })
}

/// A chunk that a device is done with.
pub(super) struct Event<B: Backend> {
    pub lane: usize,
    pub round: u32,
    pub job: Job,
    pub result: Result<Finished<B::Download>>,
}

/// Sees to it that each chunk that was handed out comes back: the coordinator waits for it.
pub(super) struct InFlight<B: Backend> {
    pub lane: usize,
    /// How often the launch had begun anew.
    pub round: u32,
    pub job: Option<Job>,
    pub sender: mpsc::UnboundedSender<Event<B>>,
}

impl<B: Backend> InFlight<B> {
    pub fn end(&mut self, result: Result<Finished<B::Download>>) {
        if let Some(job) = self.job.take() {
            // Nobody listens any more if the launch was dropped.
            let _ = self.sender.unbounded_send(Event {
                lane: self.lane,
                round: self.round,
                job,
                result,
            });
        }
    }
}

impl<B: Backend> Drop for InFlight<B> {
    fn drop(&mut self) {
        self.end(Err(Error::Device {
            device: "worker".to_owned(),
            fault: Fault::Other,
            why: "its thread could not be started, or has ended".to_owned(),
        }));
    }
}

/// What happened, without the device's name: the retry has it.
pub(super) fn cause(error: Error) -> (Fault, String) {
    match error {
        Error::Device { fault, why, .. } => (fault, why),
        other => (Fault::Other, other.to_string()),
    }
}
