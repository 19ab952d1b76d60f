//! Hands chunks to devices, commits what comes back, and gives a failed chunk to the next device.
//!
//! One loop of events: a device is idle, it gets the next chunk of the queue; a chunk came back,
//! it is committed; a device failed, it gets nothing more and its chunk returns to the queue. All
//! copies between the caller's arrays and staging memory happen here, on the thread that polls.

mod arrival;
mod ending;
mod verify;
mod watchdog;

use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures::Stream;
use futures::channel::mpsc;

use super::Backend;
use super::alarm::Alarm;
use super::arguments::Host;
use super::gather;
use super::job::Job;
use super::lane::{Event, InFlight, Lane, State, cause, run_chunk};
use super::launch::Progress;
use crate::error::{Error, Fault, Result};
use crate::kernel::Folded;
use crate::plan::Plan;
use crate::report::{Report, Retry};
use crate::schedule::Queue;
pub(super) use verify::Comparable;
use verify::Verify;

/// What a launch needs beyond its devices.
pub(super) struct Task<'a> {
    pub plan: Plan,
    pub folded: Arc<Folded>,
    /// The content of each binding.
    pub hosts: Vec<Host<'a>>,
    pub queue: Queue,
    pub atomic: bool,
    /// Needs `atomic`.
    pub verify: Option<Comparable>,
    /// Counted from `began`.
    pub timeout: Option<Duration>,
    /// How long a chunk may at least take.
    pub watchdog: Duration,
    pub on_progress: Option<ProgressFn<'a>>,
    pub report: Report,
    pub began: Instant,
}

pub(super) type ProgressFn<'a> = Box<dyn FnMut(Progress) + Send + 'a>;

pub(super) struct Coordinator<'a, B: Backend> {
    task: Task<'a>,
    verify: Option<Verify>,
    /// How often the launch has begun anew.
    round: u32,
    /// By the device's number in the group; `None` for those passed over.
    lanes: Vec<Option<Lane<B>>>,
    external: Vec<bool>,
    /// Under `atomic`: results gather here first, by binding.
    staged: Vec<Option<Vec<u8>>>,
    events: mpsc::UnboundedReceiver<Event<B>>,
    sender: mpsc::UnboundedSender<Event<B>>,
    /// Set when the launch is dropped: what a worker has not begun is not begun.
    cancelled: Arc<AtomicBool>,
    committed: Vec<Range<u32>>,
    alarm: Option<Alarm>,
    /// A chunk hung on two devices: nobody gets another one.
    endless: bool,
    /// The error that ends the launch, while chunks are still in flight.
    failed: Option<Error>,
    started: bool,
}

impl<B: Backend> Drop for Coordinator<'_, B> {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl<'a, B: Backend> Coordinator<'a, B> {
    pub fn new(mut task: Task<'a>, lanes: Vec<Option<Lane<B>>>) -> Self {
        let (sender, events) = mpsc::unbounded();
        let stage = |host: &Host<'_>| match host {
            Host::Write(bytes) if task.atomic => Some(bytes.to_vec()),
            _ => None,
        };
        Self {
            external: task
                .hosts
                .iter()
                .map(|host| matches!(host, Host::Buffer(_)))
                .collect(),
            staged: task.hosts.iter().map(stage).collect(),
            verify: (task.verify.take()).map(|of| Verify::new(of, task.queue.clone())),
            round: 0,
            task,
            lanes,
            events,
            sender,
            cancelled: Arc::default(),
            committed: Vec::new(),
            alarm: None,
            endless: false,
            failed: None,
            started: false,
        }
    }

    /// Runs the launch on this thread alone, if one device does it all: two hops between threads
    /// cost more than a small launch. `None` if it takes several, or that device failed and others
    /// may step in: then the launch goes on in [`poll`](Self::poll).
    pub fn run_inline(&mut self) -> Option<Result<Report>> {
        // A thread that is in a driver can't look at the clock, and what is verified takes two devices.
        if self.task.timeout.is_some() || self.verify.is_some() {
            return None;
        }
        let mut able = (0..).zip(&self.lanes).filter(|(_, lane)| lane.is_some());
        let first = able.next().map(|(index, _)| index);
        let index = match able.next() {
            None => first?,
            Some(_) => self.task.queue.only_owner()?,
        };
        while let Some((job, upload)) = self.next_job(index) {
            let Some(Some(lane)) = self.lanes.get(index) else {
                break;
            };
            let result = run_chunk(&*lane.backend, &job, upload);
            let event = Event {
                lane: index,
                round: self.round,
                job,
                result,
            };
            if let Err(error) = self.handle(event) {
                return Some(Err(error));
            }
        }
        let others = self.lanes.iter().flatten().count() > 1;
        (self.task.queue.is_empty() || !others).then(|| self.finish())
    }

    /// Drives the launch; ready when it is over.
    pub fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<Report>> {
        if !self.started {
            self.started = true;
            if let Err(error) = self.set_alarm() {
                return Poll::Ready(Err(error));
            }
            self.assign();
        }
        // Also after an error that ends the launch, what runs is waited for: a program that exits
        // while a driver's threads are at work may crash in them.
        while self.busy() {
            if let Some(alarm) = &self.alarm
                && alarm.has_rung(cx)
            {
                // What has ended the launch already is what its caller should know.
                let error = self.failed.take();
                return Poll::Ready(Err(error.unwrap_or_else(|| self.timed_out())));
            }
            match Pin::new(&mut self.events).poll_next(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => break,
                Poll::Ready(Some(event)) if self.failed.is_some() => self.end_lane(event.lane),
                Poll::Ready(Some(event)) => {
                    let lane = event.lane;
                    match self.handle(event) {
                        Ok(()) => self.assign(),
                        Err(error) => {
                            self.end_lane(lane);
                            self.failed = Some(error);
                        }
                    }
                }
            }
        }
        match self.failed.take() {
            Some(error) => Poll::Ready(Err(error)),
            None => Poll::Ready(self.finish()),
        }
    }

    /// A device gets nothing more of a launch that has failed.
    fn end_lane(&mut self, lane: usize) {
        if let Some(Some(lane)) = self.lanes.get_mut(lane) {
            lane.state = State::Retired;
        }
    }

    fn busy(&self) -> bool {
        let mut lanes = self.lanes.iter().flatten();
        lanes.any(|lane| matches!(lane.state, State::Busy | State::Leaving))
    }

    /// Gives every idle device a chunk.
    fn assign(&mut self) {
        loop {
            let failures = self.failures();
            self.assign_each();
            // A device that fails here leaves its chunk to those that were asked before it.
            if self.failures() == failures {
                return;
            }
        }
    }

    fn failures(&self) -> usize {
        let lanes = self.lanes.iter().flatten();
        let retired = lanes.filter(|lane| lane.state == State::Retired).count();
        self.task.report.retries.len() + retired
    }

    fn assign_each(&mut self) {
        for index in 0..self.lanes.len() {
            let Some((job, upload)) = self.next_job(index) else {
                continue;
            };
            let Some(Some(lane)) = self.lanes.get_mut(index) else {
                continue;
            };
            lane.state = State::Busy;
            let backend = lane.backend.clone();
            let cancelled = self.cancelled.clone();
            let mut flight = InFlight {
                lane: index,
                round: self.round,
                job: Some(job),
                sender: self.sender.clone(),
            };
            lane.backend.spawn(Box::new(move || {
                if let Some(job) = &flight.job
                    && !cancelled.load(Ordering::Relaxed)
                {
                    let result = run_chunk(&*backend, job, upload);
                    flight.end(result);
                }
            }));
        }
    }

    /// Takes the next chunk for a device, and fills its upload.
    fn next_job(&mut self, index: usize) -> Option<(Job, B::Upload)> {
        loop {
            let lane = self.lanes.get_mut(index)?.as_mut()?;
            if lane.state != State::Idle || self.endless {
                return None;
            }
            let chunk = self.next_chunk(index)?;
            let lane = self.lanes.get_mut(index)?.as_mut()?;
            let began = self.task.began;
            lane.started.get_or_insert_with(|| began.elapsed());
            let mut job = Job::new(
                &self.task.plan,
                &self.task.folded,
                &lane.limits,
                chunk.clone(),
                lane.resident,
                &self.external,
            );
            log::debug!(
                "{}: chunk {}..{} to {}",
                self.task.plan.kernel,
                chunk.start,
                chunk.end,
                lane.report.name
            );
            let why = match lane.backend.upload(job.upload_bytes) {
                Ok(mut upload) => {
                    let Task { plan, hosts, .. } = &self.task;
                    if gather::fill(plan, hosts, &job, &mut upload).is_some() {
                        job.patience = self.patience(index, chunk.end - chunk.start);
                        return Some((job, upload));
                    }
                    let why = "the upload does not match the arrays".to_owned();
                    (Fault::Other, why)
                }
                Err(error) => cause(error),
            };
            self.take_back(index, chunk, why);
        }
    }

    /// A chunk failed on a device and goes back.
    fn take_back(&mut self, index: usize, chunk: Range<u32>, cause: (Fault, String)) {
        self.note_failure(index, &chunk, cause);
        self.return_chunk(index, chunk);
    }

    /// A device that has too little memory goes on with half of
    /// it at a time, for as long as there is something to halve; any other gets nothing more of this launch.
    fn note_failure(&mut self, index: usize, chunk: &Range<u32>, (fault, why): (Fault, String)) {
        self.endless |= fault == Fault::Hang && self.has_hung(chunk);
        let Some(Some(lane)) = self.lanes.get_mut(index) else {
            return;
        };
        log::warn!(
            "{}: chunk {}..{} failed on {}: {why}",
            self.task.plan.kernel,
            chunk.start,
            chunk.end,
            lane.report.name
        );
        let len = chunk.end - chunk.start;
        let goes_on = fault == Fault::OutOfMemory && len > self.task.plan.step;
        if goes_on {
            lane.max_chunk = len / 2;
            lane.state = State::Idle;
        } else {
            lane.state = State::Retired;
        }
        self.task.report.retries.push(Retry {
            index,
            device: lane.report.name.clone(),
            chunk: chunk.clone(),
            fault,
            why,
        });
        if !goes_on {
            self.task.queue.abandon(index);
        }
    }
}
