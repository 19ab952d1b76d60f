//! One life of a device, from its opening to its loss: wgpu's objects, and all that was made with them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::worker::Worker;
use super::{Pool, Timer, limits};
use crate::adapter::{Adapter, AdapterInfo};
use crate::error::{Error, Fault, Result};
use crate::kernel::Folded;
use crate::pipeline::Pipelines;
use crate::plan::Limits;

pub(crate) struct Session {
    name: String,
    wgpu: wgpu::Device,
    queue: wgpu::Queue,
    state: Arc<Mutex<State>>,
    pub pool: Pool,
    pub pipelines: Pipelines,
    timers: Mutex<Vec<Timer>>,
    pub worker: Worker,
}

#[derive(Clone)]
enum State {
    Good,
    /// A submission did not end in time. It may yet.
    Hung(wgpu::SubmissionIndex, String),
    Lost(String),
}

impl Session {
    /// Opens an adapter with its own limits, and the features that kernels may need beside those asked for.
    pub fn open(name: &str, adapter: &Adapter, features: wgpu::Features) -> Result<Self> {
        let refuse = |why: String| Error::OpenDevice {
            device: name.to_owned(),
            why,
        };
        let raw = adapter.raw();
        let missing = features - raw.features();
        if !missing.is_empty() {
            return Err(refuse(format!("it does not have the features {missing:?}")));
        }
        let (wgpu, queue) = pollster::block_on(raw.request_device(&wgpu::DeviceDescriptor {
            label: Some("polygpu"),
            required_features: limits::wanted_features() & raw.features() | features,
            required_limits: raw.limits(),
            ..Default::default()
        }))
        .map_err(|error| refuse(error.to_string()))?;
        let session = Self::new(name, wgpu, queue);
        session.wgpu.set_device_lost_callback({
            let state = session.state.clone();
            move |reason, message| {
                let why = match message.trim() {
                    "" => format!("lost ({reason:?})"),
                    message => format!("lost ({reason:?}): {message}"),
                };
                *state.lock().unwrap_or_else(PoisonError::into_inner) = State::Lost(why);
            }
        });
        // wgpu's own handler panics. Ours are caught in scopes where they arise; what still comes
        // here spoils no result of ours.
        session.wgpu.on_uncaptured_error({
            let name = name.to_owned();
            Arc::new(move |error| log::error!("{name}: {error}"))
        });
        Ok(session)
    }

    pub fn new(name: &str, wgpu: wgpu::Device, queue: wgpu::Queue) -> Self {
        Self {
            name: name.to_owned(),
            wgpu,
            queue,
            state: Arc::new(Mutex::new(State::Good)),
            pool: Pool::default(),
            pipelines: Pipelines::default(),
            timers: Mutex::default(),
            worker: Worker::new(name),
        }
    }

    pub fn wgpu(&self) -> &wgpu::Device {
        &self.wgpu
    }

    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What keeps the device from taking work, by all that is known.
    pub fn trouble(&self) -> Option<(Fault, String)> {
        // A loss is told in a poll.
        let _ = self.wgpu.poll(wgpu::PollType::Poll);
        let state = self.state().clone();
        match state {
            State::Good => None,
            State::Lost(why) => Some((Fault::Lost, why)),
            State::Hung(submission, why) => {
                let now = wgpu::PollType::Wait {
                    submission_index: Some(submission),
                    timeout: Some(Duration::ZERO),
                };
                let has_ended = self.wgpu.poll(now).is_ok();
                let mut state = self.state();
                if has_ended && matches!(*state, State::Hung(..)) {
                    log::warn!("{}: the chunk that hung has ended", self.name);
                    *state = State::Good;
                    return None;
                }
                Some((Fault::Hang, why))
            }
        }
    }

    /// The error of a device that hung before, perhaps at another launch's chunk.
    fn check(&self) -> Result<()> {
        match &*self.state() {
            State::Hung(_, why) => Err(self.error(Fault::Hang, why.clone())),
            State::Good | State::Lost(_) => Ok(()),
        }
    }

    fn lost(&self) -> Option<String> {
        match &*self.state() {
            State::Lost(why) => Some(why.clone()),
            State::Good | State::Hung(..) => None,
        }
    }

    pub fn limits(&self, info: &AdapterInfo, folded: &Folded, budget: u64) -> Limits {
        limits::limits(
            &self.wgpu,
            info,
            budget,
            folded.capabilities,
            folded.subgroups,
        )
    }

    /// A timer for one launch, where the device has timestamps.
    pub fn timer(&self) -> Option<Timer> {
        let idle = self.timers().pop();
        // A launch does without, where there is none to be had.
        let create = |wgpu: &wgpu::Device| Ok(Timer::new(wgpu, &self.queue));
        idle.or_else(|| {
            self.scoped(Fault::Other, "creating a timer", create)
                .ok()
                .flatten()
        })
    }

    pub fn give_timer(&self, timer: Timer) {
        self.timers().push(timer);
    }

    fn timers(&self) -> MutexGuard<'_, Vec<Timer>> {
        self.timers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs calls to wgpu and turns the errors that they leave behind into this device's.
    ///
    /// Error scopes belong to a thread, so nothing in here may wait for another one.
    /// `fault` is what they fail at, where it is not the device's loss or its memory.
    pub fn scoped<R>(
        &self,
        fault: Fault,
        what: &str,
        calls: impl FnOnce(&wgpu::Device) -> Result<R>,
    ) -> Result<R> {
        self.check()?;
        let scopes = [
            wgpu::ErrorFilter::Validation,
            wgpu::ErrorFilter::OutOfMemory,
            wgpu::ErrorFilter::Internal,
        ]
        .map(|filter| self.wgpu.push_error_scope(filter));
        let result = calls(&self.wgpu);
        let mut caught = None;
        for scope in scopes.into_iter().rev() {
            if let Some(error) = pollster::block_on(scope.pop()) {
                caught.get_or_insert(error);
            }
        }
        // A lost device says so instead of raising errors.
        if let Some(lost) = self.lost() {
            return Err(self.error(Fault::Lost, format!("{what}: {lost}")));
        }
        match caught {
            Some(error) => {
                let fault = if matches!(error, wgpu::Error::OutOfMemory { .. }) {
                    self.pool.clear();
                    Fault::OutOfMemory
                } else {
                    fault
                };
                Err(self.failure(fault, what, error))
            }
            None => result,
        }
    }

    /// The error that a failure is: the loss of the device, where that is behind it.
    pub fn failure(&self, fault: Fault, what: &str, error: impl std::fmt::Display) -> Error {
        // A loss is told in a poll.
        let _ = self.wgpu.poll(wgpu::PollType::Poll);
        match self.lost() {
            Some(lost) => self.error(Fault::Lost, format!("{what}: {lost}")),
            None => self.error(fault, format!("{what}: {error}")),
        }
    }

    /// Waits until a submission is done, or for as long as `patience` lasts.
    pub fn wait(
        &self,
        submission: wgpu::SubmissionIndex,
        patience: Option<Duration>,
    ) -> Result<()> {
        let wait = wgpu::PollType::Wait {
            submission_index: Some(submission.clone()),
            timeout: patience,
        };
        let error = match self.wgpu.poll(wait) {
            Ok(_) => return Ok(()),
            Err(wgpu::PollError::Timeout) => {
                return Err(self.hung(submission, patience.unwrap_or_default()));
            }
            Err(error) => error,
        };
        // A device that is lost takes work without a word: that there is no such submission is the
        // first that is heard of it.
        let failure = self.failure(Fault::Other, "waiting for a chunk", &error);
        let mut state = self.state();
        if matches!(*state, State::Lost(_)) {
            return Err(failure);
        }
        let why = format!("lost: it takes no more work ({error})");
        *state = State::Lost(why.clone());
        Err(self.error(Fault::Lost, format!("waiting for a chunk: {why}")))
    }

    fn hung(&self, submission: wgpu::SubmissionIndex, patience: Duration) -> Error {
        let why = format!("hung: a chunk was not done after {patience:.1?}");
        let mut state = self.state();
        if let State::Good = *state {
            *state = State::Hung(submission, why.clone());
            // When wgpu drops a queue it waits for its work, and this may never end.
            std::mem::forget((self.wgpu.clone(), self.queue.clone()));
        }
        self.error(Fault::Hang, why)
    }

    /// An error of this device's.
    pub fn error(&self, fault: Fault, why: impl Into<String>) -> Error {
        Error::Device {
            device: self.name.clone(),
            fault,
            why: why.into(),
        }
    }
}
