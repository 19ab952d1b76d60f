//! Hands chunks to devices, commits what comes back, and gives a failed chunk to the next device.
//!
//! One loop of events: a device is idle, it gets the next chunk of the queue; a chunk came back,
//! it is committed; a device failed, it gets nothing more and its chunk returns to the queue. All
//! copies between the caller's arrays and staging memory happen here, on the thread that polls.

mod ending;
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

/// What a launch needs beyond its devices.
pub(super) struct Task<'a> {
    pub plan: Plan,
    pub folded: Arc<Folded>,
    /// The content of each binding.
    pub hosts: Vec<Host<'a>>,
    pub queue: Queue,
    pub atomic: bool,
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
    pub fn new(task: Task<'a>, lanes: Vec<Option<Lane<B>>>) -> Self {
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
        // A thread that is in a driver can't look at the clock.
        if self.task.timeout.is_some() {
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
        lanes.any(|lane| lane.state == State::Busy)
    }

    /// Gives every idle device a chunk.
    fn assign(&mut self) {
        loop {
            let failures = self.task.report.retries.len();
            self.assign_each();
            // A device that fails here leaves its chunk to those that were asked before it.
            if self.task.report.retries.len() == failures {
                return;
            }
        }
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
            let chunk = self.task.queue.take(index, lane.max_chunk)?;
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

    /// A chunk failed on a device and goes back to the queue. A device that has too little memory goes on with half of
    /// it at a time, for as long as there is something to halve; any other gets nothing more of this launch.
    fn take_back(&mut self, index: usize, chunk: Range<u32>, (fault, why): (Fault, String)) {
        self.endless |= fault == Fault::Hang && self.has_hung(&chunk);
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
            device: lane.report.name.clone(),
            chunk: chunk.clone(),
            fault,
            why,
        });
        if !goes_on {
            self.task.queue.abandon(index);
        }
        self.task.queue.put_back(chunk);
    }

    fn handle(&mut self, event: Event<B>) -> Result<()> {
        let Event { lane, job, result } = event;
        let finished = match result {
            Ok(finished) => finished,
            Err(error) => {
                self.take_back(lane, job.chunk, cause(error));
                return Ok(());
            }
        };
        let download = finished.download.as_ref();
        // All of it or nothing: a chunk that is committed in part can't run again.
        if (download.len() as u64) < job.download_bytes {
            let why = "the results are incomplete".to_owned();
            self.take_back(lane, job.chunk, (Fault::Other, why));
            return Ok(());
        }
        let kept = if self.task.atomic {
            &[]
        } else {
            self.committed.as_slice()
        };
        gather::check_log(&self.task.plan, &job, download, kept)?;
        if self.commit(&job, download).is_none() {
            return Err(Error::Launch {
                kernel: self.task.plan.kernel.clone(),
                why: "a result does not match its array: this is an error of polygpu's".to_owned(),
            });
        }
        self.committed.push(job.chunk.clone());
        if let Some(Some(lane)) = self.lanes.get_mut(lane) {
            lane.state = State::Idle;
            lane.resident = true;
            let report = &mut lane.report;
            report.bytes_up += job.payload_bytes();
            report.bytes_down += job.result_bytes();
            if let Some(time) = finished.kernel_time {
                *report.kernel_time.get_or_insert_default() += time;
            }
            report.finished = self.task.began.elapsed();
            report.host_time = report.finished - lane.started.unwrap_or_default();
            report.ranges.push(job.chunk);
        }
        if let Some(on_progress) = &mut self.task.on_progress {
            on_progress(Progress {
                done: self.committed.iter().map(|r| r.end - r.start).sum(),
                total: self.task.plan.total(),
            });
        }
        Ok(())
    }

    fn commit(&mut self, job: &Job, download: &[u8]) -> Option<()> {
        let merge = !self.task.plan.is_whole(&job.chunk);
        let plans = &self.task.plan.bindings;
        let hosts = self.task.hosts.iter_mut().zip(&mut self.staged);
        for ((plan, buffer), (host, staged)) in plans.iter().zip(&job.buffers).zip(hosts) {
            if buffer.downloads.is_empty() {
                continue;
            }
            let target: &mut [u8] = match (staged, host) {
                (Some(staged), _) => staged,
                (None, Host::Write(bytes)) => bytes,
                _ => continue,
            };
            for part in &buffer.downloads {
                gather::commit(plan, part, merge, download, target)?;
            }
        }
        Some(())
    }
}
