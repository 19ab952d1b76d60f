//! What comes back from the devices: a whole result is committed, and anything else gives the chunk to another device.

use std::time::Duration;

use super::{Coordinator, Event, Fault, Host, Job, Progress, Result, State, cause};
use crate::run::{Backend, gather};

impl<B: Backend> Coordinator<'_, B> {
    pub(super) fn handle(&mut self, event: Event<B>) -> Result<()> {
        if event.round != self.round {
            self.drop_late(event);
            return Ok(());
        }
        let Event {
            lane, job, result, ..
        } = event;
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
        self.account(lane, &job, finished.kernel_time);
        let Some(lane) = self.answered(lane, &job, download)? else {
            return Ok(());
        };
        self.commit(&job, download)
            .ok_or_else(|| self.task.mismatch())?;
        self.committed.push(job.chunk.clone());
        if let Some(Some(lane)) = self.lanes.get_mut(lane) {
            lane.report.ranges.push(job.chunk);
        }
        if let Some(on_progress) = &mut self.task.on_progress {
            on_progress(Progress {
                done: self.committed.iter().map(|r| r.end - r.start).sum(),
                total: self.task.plan.total(),
            });
        }
        Ok(())
    }

    /// What a device brings back that was handed out before the launch began anew.
    fn drop_late(&mut self, event: Event<B>) {
        let Some(Some(lane)) = self.lanes.get_mut(event.lane) else {
            return;
        };
        match event.result {
            _ if lane.state == State::Leaving => lane.state = State::Retired,
            Ok(_) => lane.state = State::Idle,
            Err(error) => {
                self.note_failure(event.lane, &event.job.chunk, cause(error));
                self.settle();
            }
        }
    }

    /// A device is done with a chunk.
    fn account(&mut self, lane: usize, job: &Job, kernel_time: Option<Duration>) {
        if let Some(Some(lane)) = self.lanes.get_mut(lane) {
            lane.state = State::Idle;
            lane.resident = true;
            let report = &mut lane.report;
            report.bytes_up += job.payload_bytes();
            report.bytes_down += job.result_bytes();
            if let Some(time) = kernel_time {
                *report.kernel_time.get_or_insert_default() += time;
            }
            report.finished = self.task.began.elapsed();
            report.host_time = report.finished - lane.started.unwrap_or_default();
        }
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
