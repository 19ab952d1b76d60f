//! One life of a device, from its opening to its loss: wgpu's objects, and all that was made with them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::worker::Worker;
use super::{LAST_CHUNK, Pool, Timer, limits};
use crate::adapter::{Adapter, AdapterInfo};
use crate::error::{Error, Fault, Result, panic_text};
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
    waits: Mutex<Waits>,
}

#[derive(Clone)]
enum State {
    Good,
    /// A submission did not end in time. It may yet.
    Hung(wgpu::SubmissionIndex, String),
    Lost(String),
}

/// The submissions that are waited for. The device does them in order, so each has its time after that of those before.
#[derive(Default)]
struct Waits {
    count: usize,
    /// When the last of them has to be done; `None` for never.
    due: Option<Instant>,
    last: Option<wgpu::SubmissionIndex>,
    /// One that was not waited for to its end.
    hung: Option<wgpu::SubmissionIndex>,
}

impl Drop for Session {
    fn drop(&mut self) {
        // When wgpu drops a queue it waits for its work, and that of a chunk that hung may never end.
        let Some(last) = self.waits().hung.take() else {
            return;
        };
        let wait = wgpu::PollType::Wait {
            submission_index: Some(last),
            timeout: Some(LAST_CHUNK),
        };
        let has_ended = catch_unwind(AssertUnwindSafe(|| self.wgpu.poll(wait)));
        if !matches!(has_ended, Ok(Ok(_))) {
            std::mem::forget((self.wgpu.clone(), self.queue.clone()));
        }
    }
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
            waits: Mutex::default(),
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

    /// Polls, unless the device is known to be lost: where the driver is the first to tell of that, wgpu panics, here or in
    /// another thread that polls.
    fn poll(&self, how: wgpu::PollType) -> Result<(), wgpu::PollError> {
        if self.lost().is_some() {
            return Ok(());
        }
        let poll = AssertUnwindSafe(|| self.wgpu.poll(how));
        match catch_unwind(poll) {
            Ok(polled) => polled.map(|_| ()),
            Err(panic) => {
                let why = panic_text(&*panic).unwrap_or("wgpu gave up on it");
                self.lose(format!("lost: {why}"));
                Ok(())
            }
        }
    }

    /// Notes a loss. The first reason stays.
    fn lose(&self, why: String) {
        let mut state = self.state();
        if !matches!(*state, State::Lost(_)) {
            *state = State::Lost(why);
        }
    }

    /// What keeps the device from taking work, by all that is known. Waits for as long as `patience` lasts for a chunk that hung.
    pub fn trouble(&self, patience: Duration) -> Option<(Fault, String)> {
        // A loss is told in a poll.
        let _ = self.poll(wgpu::PollType::Poll);
        let state = self.state().clone();
        if let State::Hung(submission, _) = state {
            let ended = self.poll(wgpu::PollType::Wait {
                submission_index: Some(submission),
                timeout: Some(patience),
            });
            let mut state = self.state();
            if ended.is_ok() && matches!(*state, State::Hung(..)) {
                log::warn!("{}: the chunk that hung has ended", self.name);
                *state = State::Good;
                drop(state);
                self.waits().hung = None;
            }
        }
        match &*self.state() {
            State::Good => None,
            State::Lost(why) => Some((Fault::Lost, why.clone())),
            State::Hung(_, why) => Some((Fault::Hang, why.clone())),
        }
    }

    /// The error of a device that hung before, perhaps at another launch's chunk: this one has not.
    fn check(&self) -> Result<()> {
        let is_hung = matches!(*self.state(), State::Hung(..));
        match is_hung.then(|| self.trouble(Duration::ZERO)).flatten() {
            Some((Fault::Hang, why)) => Err(self.error(Fault::Other, format!("before: {why}"))),
            _ => Ok(()),
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
        let _ = self.poll(wgpu::PollType::Poll);
        match self.lost() {
            Some(lost) => self.error(Fault::Lost, format!("{what}: {lost}")),
            None => self.error(fault, format!("{what}: {error}")),
        }
    }

    /// Waits until a submission is done, or for as long as `patience` lasts after those before it.
    pub fn wait(
        &self,
        submission: wgpu::SubmissionIndex,
        patience: Option<Duration>,
    ) -> Result<()> {
        let began = Instant::now();
        let due = self.begin_wait(began, &submission, patience);
        let result = loop {
            let left = due.map(|due| due.saturating_duration_since(Instant::now()));
            let polled = self.poll(wgpu::PollType::Wait {
                submission_index: Some(submission.clone()),
                timeout: left,
            });
            match polled {
                Ok(()) => break Ok(()),
                // Some backends wait for no longer than seconds at a time.
                Err(wgpu::PollError::Timeout) if due.is_none_or(|due| Instant::now() < due) => {}
                Err(wgpu::PollError::Timeout) => break Err(None),
                Err(error) => break Err(Some(error)),
            }
        };
        self.waits().count -= 1;
        match result {
            Ok(()) => match self.lost() {
                Some(lost) => Err(self.error(Fault::Lost, format!("waiting for a chunk: {lost}"))),
                None => Ok(()),
            },
            Err(None) => {
                let why = format!("hung: a chunk was not done after {:.1?}", began.elapsed());
                self.hang(submission, &why);
                Err(self.error(Fault::Hang, why))
            }
            Err(Some(error)) => {
                // A device that is lost takes work without a word: that there is no such submission is the
                // first that is heard of it.
                let _ = self.poll(wgpu::PollType::Poll);
                self.lose(format!("lost: it takes no more work ({error})"));
                let lost = self.lost().unwrap_or_default();
                Err(self.error(Fault::Lost, format!("waiting for a chunk: {lost}")))
            }
        }
    }

    fn waits(&self) -> MutexGuard<'_, Waits> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When a submission has to be done.
    fn begin_wait(
        &self,
        now: Instant,
        submission: &wgpu::SubmissionIndex,
        patience: Option<Duration>,
    ) -> Option<Instant> {
        let mut waits = self.waits();
        let before = match waits.count {
            0 => Some(now),
            _ => waits.due,
        };
        waits.count += 1;
        waits.last = Some(submission.clone());
        waits.due = before.and_then(|before| before.max(now).checked_add(patience?));
        waits.due
    }

    /// Nobody waits any more for what the device is at: until that has ended, it takes no work.
    pub fn abandon(&self) {
        let waits = self.waits();
        if let (1.., Some(last)) = (waits.count, waits.last.clone()) {
            drop(waits);
            self.hang(last, "it is still at a chunk of a launch whose time was up");
        }
    }

    fn hang(&self, submission: wgpu::SubmissionIndex, why: &str) {
        self.waits().hung = Some(submission.clone());
        let mut state = self.state();
        if !matches!(*state, State::Lost(_)) {
            *state = State::Hung(submission, why.to_owned());
        }
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
