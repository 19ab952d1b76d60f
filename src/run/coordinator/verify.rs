//! Chunks that run on two devices: what waits for a second answer, who is to be believed, and the new beginning
//! without a device that was found to compute wrongly.
//!
//! A chunk that is to be verified is *open* from when it is first handed out until two devices agree on it; only
//! then it is committed. An open chunk goes before new ones. If two devices differ, a third decides. Then nothing
//! that the launch has gathered can be trusted, since the device may have lied before where nobody looked: all of
//! it is dropped (results are staged, the caller's arrays are untouched), and a new *round* begins. Chunks in flight
//! from the round before come back and are dropped.

use std::ops::Range;

use super::{Coordinator, Error, Fault, Job, Progress, Result, Retry, State};
use crate::plan::Plan;
use crate::report::Verified;
use crate::run::{Backend, gather};
use crate::schedule::Queue;

/// Which devices can be compared, and how many chunks are.
pub(in crate::run) struct Comparable {
    /// The share of the chunks, from 0 to 1.
    pub fraction: f64,
    /// For each device of the group its class: devices of one class compute alike, bit for bit.
    pub classes: Vec<usize>,
}

pub(super) struct Verify {
    of: Comparable,
    /// The work as it was at the beginning.
    fresh: Queue,
    open: Vec<Open>,
    /// Chunks handed out, and those among them that are to be verified still, in another cut.
    handed: u32,
    due: u32,
    done: Verified,
    /// What could not be verified.
    notes: Vec<String>,
}

/// A chunk on its way to being verified.
struct Open {
    chunk: Range<u32>,
    class: usize,
    answers: Vec<Answer>,
    /// The device that runs it now.
    asked: Option<usize>,
    /// Where the first two answers differ: the binding and the element.
    difference: Option<(String, u32)>,
}

struct Answer {
    lane: usize,
    bytes: Vec<u8>,
}

/// The fractional part of the golden ratio. Its multiples are spread evenly in the unit interval, and so is every n-th of
/// them: devices that take turns are all looked at.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

impl Verify {
    pub fn new(of: Comparable, fresh: Queue) -> Self {
        Self {
            of,
            fresh,
            open: Vec::new(),
            handed: 0,
            due: 0,
            done: Verified::default(),
            notes: Vec::new(),
        }
    }

    /// Whether the next new chunk is to be verified. The first one always is.
    fn is_next(&mut self) -> bool {
        if self.due > 0 {
            self.due -= 1;
            return true;
        }
        let position = (f64::from(self.handed) * GOLDEN).fract();
        self.handed += 1;
        position < self.of.fraction
    }
}

impl Open {
    /// Whether a device with room for so many workgroups may run it.
    fn may_go_to(&self, lane: usize, room: u32) -> bool {
        self.chunk.end - self.chunk.start <= room
            && self.answers.iter().all(|answer| answer.lane != lane)
    }
}

impl<B: Backend> Coordinator<'_, B> {
    /// The next chunk for an idle device.
    pub(super) fn next_chunk(&mut self, index: usize) -> Option<Range<u32>> {
        let Some(verify) = &self.verify else {
            let max = self.lanes.get(index)?.as_ref()?.max_chunk;
            return self.task.queue.take(index, max);
        };
        if self.failed.is_some() {
            return None;
        }
        let class = *verify.of.classes.get(index)?;
        let peers = self.peers(class);
        let (_, room) = *peers.iter().find(|(peer, _)| *peer == index)?;
        let verify = self.verify.as_mut()?;
        let mut open = verify.open.iter_mut().filter(|open| open.class == class);
        if let Some(open) = open.find(|open| open.asked.is_none() && open.may_go_to(index, room)) {
            open.asked = Some(index);
            return Some(open.chunk.clone());
        }
        if peers.len() < 2 {
            self.leave_alone(index);
            return None;
        }
        // No larger than what any of them can hold, so that any of them can be asked.
        let max = peers.iter().map(|(_, room)| *room).min()?;
        let chunk = self.task.queue.take(index, max)?;
        if verify.is_next() {
            verify.open.push(Open {
                chunk: chunk.clone(),
                class,
                answers: Vec::new(),
                asked: Some(index),
                difference: None,
            });
        }
        Some(chunk)
    }

    /// The devices of a class that are still in the launch, each with the workgroups that it can hold.
    fn peers(&self, class: usize) -> Vec<(usize, u32)> {
        let step = self.task.plan.step.max(1);
        let classes = self.verify.iter().flat_map(|verify| &verify.of.classes);
        let lanes = self.lanes.iter().zip(classes).enumerate();
        lanes
            .filter_map(|(index, (lane, of))| {
                let lane = lane.as_ref().filter(|_| *of == class)?;
                // As the queue cuts.
                let room = (lane.max_chunk / step).max(1).saturating_mul(step);
                matches!(lane.state, State::Idle | State::Busy).then_some((index, room))
            })
            .collect()
    }

    /// A device without a peer takes no new chunks: nobody could verify them.
    fn leave_alone(&mut self, index: usize) {
        if self.task.queue.is_empty() {
            return;
        }
        self.task.queue.abandon(index);
        if let (Some(Some(lane)), Some(verify)) = (self.lanes.get_mut(index), &mut self.verify) {
            lane.state = State::Retired;
            let name = &lane.report.name;
            let note = format!("{name}: no device is left that its results could be compared with");
            log::warn!("{}: {note}", self.task.plan.kernel);
            verify.notes.push(note);
        }
    }

    /// A chunk came back from a device. Gives the device to whom it counts, once it does: if it is not to be
    /// verified, or two agree on it.
    pub(super) fn answered(
        &mut self,
        lane: usize,
        job: &Job,
        download: &[u8],
    ) -> Result<Option<usize>> {
        let Some(verify) = &mut self.verify else {
            return Ok(Some(lane));
        };
        let is_it = |open: &Open| open.asked == Some(lane) && open.chunk == job.chunk;
        let Some(at) = verify.open.iter().position(is_it) else {
            return Ok(Some(lane));
        };
        let bytes = results(job, download).ok_or_else(|| self.task.mismatch())?;
        let mut open = verify.open.swap_remove(at);
        open.asked = None;
        open.answers.push(Answer { lane, bytes });
        match open.answers.as_slice() {
            [first, second] if first.bytes == second.bytes => {
                verify.done.chunks += 1;
                verify.done.workgroups += open.chunk.end - open.chunk.start;
                return Ok(Some(first.lane));
            }
            [first, second] => {
                let (first, second) = (&first.bytes, &second.bytes);
                open.difference = Some(difference(&self.task.plan, job, first, second));
            }
            [first, second, third] => {
                let liar = match (first.bytes == third.bytes, second.bytes == third.bytes) {
                    (true, _) => second.lane,
                    (_, true) => first.lane,
                    _ => return Err(self.wrong_data(&open)),
                };
                self.retire_liar(liar, &open);
                self.begin_anew();
                return Ok(None);
            }
            _ => {}
        }
        verify.open.push(open);
        self.settle();
        Ok(None)
    }

    /// Whether a device has finished this chunk, which waits for another one's answer.
    pub(super) fn is_answered(&self, chunk: &Range<u32>) -> bool {
        let mut open = self.verify.iter().flat_map(|verify| &verify.open);
        open.any(|open| open.chunk == *chunk && !open.answers.is_empty())
    }

    /// A chunk that a device could not finish goes back.
    pub(super) fn return_chunk(&mut self, index: usize, chunk: Range<u32>) {
        let mut open = self.verify.iter_mut().flat_map(|verify| &mut verify.open);
        match open.find(|open| open.asked == Some(index) && open.chunk == chunk) {
            Some(open) => open.asked = None,
            None => self.task.queue.put_back(chunk),
        }
        self.settle();
    }

    /// Looks after open chunks that no device is left for: they go back to the queue, to be verified in smaller parts, or by
    /// devices of another class.
    pub(super) fn settle(&mut self) {
        let Some(verify) = &mut self.verify else {
            return;
        };
        for open in std::mem::take(&mut verify.open) {
            let peers = self.peers(open.class);
            let waits = open.asked.is_some()
                || (!open.answers.is_empty()
                    && peers
                        .iter()
                        .any(|(peer, room)| open.may_go_to(*peer, *room)));
            if !waits && open.difference.is_some() {
                let error = self.wrong_data(&open);
                self.failed.get_or_insert(error);
            }
            let note = open
                .answers
                .first()
                .filter(|_| peers.len() < 2)
                .map(|answer| {
                    let Range { start, end } = open.chunk;
                    format!(
                        "{}: chunk {start}..{end} could not be verified",
                        self.name(answer.lane)
                    )
                });
            let Some(verify) = &mut self.verify else {
                return;
            };
            if waits {
                verify.open.push(open);
                continue;
            }
            verify.notes.extend(note);
            verify.due += 1;
            self.task.queue.put_back(open.chunk);
        }
    }

    fn retire_liar(&mut self, liar: usize, open: &Open) {
        let others = open.answers.iter().filter(|answer| answer.lane != liar);
        let others: Vec<_> = others.map(|answer| self.name(answer.lane)).collect();
        let (binding, index) = open.difference.clone().unwrap_or_default();
        let why = format!(
            "its result differs from that of {}, which agree, first in element {index} of {binding:?}; the launch began anew without it",
            others.join(" and ")
        );
        let device = self.name(liar);
        let Range { start, end } = open.chunk;
        log::warn!(
            "{}: chunk {start}..{end} is wrong on {device}: {why}",
            self.task.plan.kernel
        );
        self.task.report.retries.push(Retry {
            index: liar,
            device,
            chunk: open.chunk.clone(),
            fault: Fault::WrongData,
            why,
        });
        if let Some(Some(lane)) = self.lanes.get_mut(liar) {
            lane.state = match lane.state {
                State::Busy => State::Leaving,
                _ => State::Retired,
            };
        }
    }

    /// Drops all that was gathered.
    fn begin_anew(&mut self) {
        let Some(verify) = &mut self.verify else {
            return;
        };
        self.round += 1;
        self.task.queue = verify.fresh.clone();
        verify.open.clear();
        verify.notes.clear();
        (verify.handed, verify.due, verify.done) = (0, 0, Verified::default());
        self.committed.clear();
        for (staged, host) in self.staged.iter_mut().zip(&self.task.hosts) {
            if let Some(staged) = staged {
                staged.copy_from_slice(host.bytes());
            }
        }
        for (index, lane) in self.lanes.iter_mut().enumerate() {
            let Some(lane) = lane else {
                self.task.queue.abandon(index);
                continue;
            };
            lane.report.ranges.clear();
            if matches!(lane.state, State::Leaving | State::Retired) {
                self.task.queue.abandon(index);
            }
        }
        if let Some(on_progress) = &mut self.task.on_progress {
            on_progress(Progress {
                done: 0,
                total: self.task.plan.total(),
            });
        }
    }

    /// What was verified and what could not be, at the end of the launch.
    pub(super) fn verified(&mut self) -> (Option<Verified>, Vec<String>) {
        let Some(verify) = &mut self.verify else {
            return (None, Vec::new());
        };
        // There are none when the launch ends well; if there were, they must not count.
        for open in verify.open.drain(..) {
            self.task.queue.put_back(open.chunk);
        }
        (Some(verify.done), std::mem::take(&mut verify.notes))
    }

    fn wrong_data(&self, open: &Open) -> Error {
        let (binding, index) = open.difference.clone().unwrap_or_default();
        let answers = open.answers.iter();
        Error::WrongData {
            kernel: self.task.plan.kernel.clone(),
            chunk: open.chunk.clone(),
            devices: answers.map(|answer| self.name(answer.lane)).collect(),
            binding,
            index,
        }
    }

    fn name(&self, lane: usize) -> String {
        let lane = self.lanes.get(lane).and_then(Option::as_ref);
        lane.map_or_else(String::new, |lane| lane.report.name.clone())
    }
}

/// What a chunk commits, in the order of its downloads. `None` if the download does not hold it.
fn results(job: &Job, download: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(job.result_bytes()).ok()?);
    for part in job.buffers.iter().flat_map(|buffer| &buffer.downloads) {
        bytes.extend_from_slice(gather::slice(download, part.at + part.skip, part.len)?);
    }
    Some(bytes)
}

/// The binding and the element in which two results differ first.
fn difference(plan: &Plan, job: &Job, a: &[u8], b: &[u8]) -> (String, u32) {
    let equal = a.iter().zip(b).take_while(|(a, b)| a == b).count() as u64;
    let mut reached = 0;
    for (binding, buffer) in plan.bindings.iter().zip(&job.buffers) {
        for part in &buffer.downloads {
            if equal < reached + part.len {
                let at = (part.host_at + equal - reached).saturating_sub(binding.header_bytes);
                let index = u32::try_from(at / binding.stride.max(1)).unwrap_or(u32::MAX);
                return (binding.name.clone(), index);
            }
            reached += part.len;
        }
    }
    Default::default()
}
