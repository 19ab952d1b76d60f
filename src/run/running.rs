//! A launch under way.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use super::coordinator::{Coordinator, Task};
use super::gpu::Gpu;
use super::prepare::Lanes;
use crate::device::Device;
use crate::error::{Error, Fault, Result};
use crate::report::{DeviceReport, Report};

/// A launch under way. Dropping it cancels the chunks that have not started.
#[must_use = "a launch does nothing until it is polled"]
pub struct Running<'a> {
    devices: Vec<Device>,
    state: State<'a>,
}

enum State<'a> {
    Refused(Option<Error>),
    Going(Box<Coordinator<'a, Gpu>>),
    Over,
}

impl<'a> Running<'a> {
    pub(super) fn new(devices: Vec<Device>, prepared: Result<(Task<'a>, Lanes)>) -> Self {
        let state = match prepared {
            Ok((task, lanes)) => State::Going(Box::new(Coordinator::new(task, lanes))),
            Err(error) => State::Refused(Some(error)),
        };
        Self { devices, state }
    }

    /// Runs the launch on this thread if one device does it all.
    pub(super) fn run_inline(&mut self) -> Option<Result<Report>> {
        let State::Going(coordinator) = &mut self.state else {
            return None;
        };
        let result = coordinator.run_inline()?;
        Some(self.done(result))
    }

    fn done(&mut self, result: Result<Report>) -> Result<Report> {
        self.state = State::Over;
        let report = result?;
        for device in &report.devices {
            log::info!(
                "{}: {} of {} workgroups on {}",
                report.kernel,
                device.workgroups(),
                report.axis.map_or(1, |axis| axis.of(report.grid)),
                device.name
            );
        }
        self.note_speeds(&report);
        let ran = |device: &&DeviceReport| device.finished > Duration::ZERO;
        for device in report.devices.iter().filter(ran) {
            // One that lacks memory goes on with less at a time.
            let mut retries = report.retries.iter().filter(|r| r.index == device.index);
            let failed = retries.any(|retry| retry.fault != Fault::OutOfMemory);
            if let Some(device) = self.devices.get(device.index)
                && !failed
            {
                device.came_through();
            }
        }
        Ok(report)
    }

    /// Speeds are comparable within one launch only, so each is noted as a share of the fastest.
    fn note_speeds(&self, report: &Report) {
        let speed = |device: &DeviceReport| {
            let seconds = device.host_time.as_secs_f64();
            (seconds > 0.0).then(|| f64::from(device.workgroups()) / seconds)
        };
        let active = report.devices.iter().filter(|d| d.chunks() > 0);
        let speeds: Vec<_> = active.map(|d| (d.index, speed(d).unwrap_or(0.0))).collect();
        let fastest = speeds
            .iter()
            .fold(0.0, |fastest, (_, s)| f64::max(fastest, *s));
        // With `verify`, times count more than the workgroups that a device is credited with.
        if speeds.len() > 1 && fastest > 0.0 && report.verified.is_none() {
            for (index, speed) in speeds {
                if let Some(device) = self.devices.get(index) {
                    device.set_speed(speed / fastest);
                }
            }
        }
    }
}

impl Future for Running<'_> {
    type Output = Result<Report>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.state {
            State::Going(coordinator) => match coordinator.poll(cx) {
                Poll::Pending => Poll::Pending,
                Poll::Ready(result) => Poll::Ready(self.done(result)),
            },
            State::Refused(error) => Poll::Ready(Err(error.take().unwrap_or_else(over))),
            State::Over => Poll::Ready(Err(over())),
        }
    }
}

fn over() -> Error {
    Error::Launch {
        kernel: "launch".to_owned(),
        why: "it was polled again after it had ended".to_owned(),
    }
}

/// Futures can be sent between threads.
const _: fn(Running<'static>) -> Box<dyn Send> = |running| Box::new(running);
