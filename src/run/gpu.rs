//! The real [`Backend`]: one wgpu device for one launch.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::job::Job;
use super::{Backend, Finished, Upload};
use crate::device::{Purpose, Session, Timer};
use crate::error::{Fault, Result};
use crate::kernel::Folded;
use crate::pipeline::Pipeline;
use crate::rewrite::LOG_WORDS;

pub(crate) struct Gpu {
    device: Arc<Session>,
    folded: Arc<Folded>,
    /// Buffers of the caller's, by binding.
    external: Vec<Option<wgpu::Buffer>>,
    /// Buffers that hold the same content for every chunk of the launch, by binding.
    kept: Mutex<Vec<Option<wgpu::Buffer>>>,
    timer: OnceLock<Option<Timer>>,
}

impl Gpu {
    pub fn new(
        device: Arc<Session>,
        folded: Arc<Folded>,
        external: Vec<Option<wgpu::Buffer>>,
    ) -> Self {
        let kept = Mutex::new(vec![None; folded.interface.bindings.len()]);
        Self {
            timer: OnceLock::new(),
            device,
            folded,
            external,
            kept,
        }
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        let kept = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        let bindings = &self.folded.interface.bindings;
        for (buffer, binding) in kept.drain(..).zip(bindings) {
            if let Some(buffer) = buffer {
                self.device
                    .pool
                    .give(Purpose::binding(!binding.is_storage()), buffer);
            }
        }
        if let Some(timer) = self.timer.take().flatten() {
            self.device.give_timer(timer);
        }
    }
}

/// A mapped buffer on its way up; `None` where nothing goes up, since mapping costs as much as a
/// small launch.
pub(crate) struct GpuUpload {
    mapped: Option<(wgpu::Buffer, wgpu::BufferViewMut)>,
}

impl Upload for GpuUpload {
    fn write(&mut self, at: u64, bytes: &[u8]) -> bool {
        let Some((_, view)) = &mut self.mapped else {
            return bytes.is_empty();
        };
        let Ok(at) = usize::try_from(at) else {
            return false;
        };
        let fits = at.saturating_add(bytes.len()) <= view.len();
        if fits {
            view.slice(at..at + bytes.len()).copy_from_slice(bytes);
        }
        fits
    }
}

/// Results on the host; gives its buffer back when dropped.
pub(crate) struct GpuDownload {
    device: Arc<Session>,
    mapped: Option<(wgpu::Buffer, wgpu::BufferView)>,
}

impl AsRef<[u8]> for GpuDownload {
    fn as_ref(&self) -> &[u8] {
        self.mapped.as_ref().map_or(&[], |(_, view)| view)
    }
}

impl Drop for GpuDownload {
    fn drop(&mut self) {
        if let Some((buffer, view)) = self.mapped.take() {
            drop(view);
            buffer.unmap();
            self.device.pool.give(Purpose::Download, buffer);
        }
    }
}

impl Backend for Gpu {
    type Upload = GpuUpload;
    type Download = GpuDownload;

    fn upload(&self, bytes: u64) -> Result<GpuUpload> {
        if bytes == 0 {
            return Ok(GpuUpload { mapped: None });
        }
        self.device
            .scoped(Fault::Other, "allocating staging memory", |wgpu| {
                let buffer = self.device.pool.take(wgpu, Purpose::Upload, bytes);
                let view = buffer.get_mapped_range_mut(..).map_err(|error| {
                    self.device
                        .failure(Fault::Other, "mapping staging memory", error)
                })?;
                Ok(GpuUpload {
                    mapped: Some((buffer, view)),
                })
            })
    }

    fn dispatch(&self, job: &Job, upload: GpuUpload) -> Result<Finished<GpuDownload>> {
        let device = &self.device;
        let pipeline = device.pipelines.get(device, &self.folded, &job.options)?;
        let is_first = self.timer.get().is_none();
        self.timer
            .get_or_init(|| pipeline.is_timed().then(|| device.timer()).flatten());
        let began = Instant::now();
        let upload = upload.mapped.map(|(buffer, view)| {
            drop(view);
            buffer.unmap();
            buffer
        });

        let (sender, mapped) = std::sync::mpsc::channel();
        let (flight, submission) = device.scoped(Fault::Other, "running a chunk", |wgpu| {
            let flight = self.allocate(wgpu, job, upload.is_none());
            let commands = self.encode(wgpu, job, &pipeline, upload.as_ref(), &flight);
            let submission = device.queue().submit([commands]);
            // Both come in when the device is done: the results, and the upload for its next use.
            if let Some(download) = &flight.download {
                let sender = sender.clone();
                download.map_async(wgpu::MapMode::Read, .., move |result| {
                    let _ = sender.send((Purpose::Download, result.is_ok()));
                });
            }
            if let Some(upload) = &upload {
                upload.map_async(wgpu::MapMode::Write, .., move |result| {
                    let _ = sender.send((Purpose::Upload, result.is_ok()));
                });
            }
            Ok((flight, submission))
        })?;
        device.wait(submission, job.patience)?;
        if is_first {
            pipeline.took(began.elapsed());
        }

        // wgpu tells through callbacks, on whichever thread has polled: that may be another one, which
        // has not come to it yet. A callback that is dropped ends the wait.
        let mut arrived = [upload.is_none(), flight.download.is_none()];
        while arrived != [true; 2] {
            match mapped.recv_timeout(CALLBACK) {
                Ok((Purpose::Upload, true)) => {
                    if let Some(upload) = &upload {
                        device.pool.give(Purpose::Upload, upload.clone());
                    }
                    arrived[0] = true;
                }
                Ok((_, true)) => arrived[1] = true,
                Ok((_, false)) | Err(_) => break,
            }
        }
        // On a device that is lost, work ends without having been done, and this alone tells.
        if arrived != [true; 2] {
            return Err(device.failure(
                Fault::Other,
                "running a chunk",
                "the results did not come back",
            ));
        }
        self.finish(job, flight)
    }

    fn abandon(&self) {
        self.device.abandon();
    }

    fn spawn(&self, work: Box<dyn FnOnce() + Send>) {
        self.device.worker.send(work);
    }
}

/// How long another thread may take to pass a callback on, once the device is done.
const CALLBACK: Duration = Duration::from_secs(30);

/// Everything that one chunk occupies on the device.
struct Flight {
    /// By binding.
    buffers: Vec<wgpu::Buffer>,
    grid_data: Option<wgpu::Buffer>,
    log: Option<wgpu::Buffer>,
    download: Option<wgpu::Buffer>,
}

const LOG_BYTES: u64 = LOG_WORDS as u64 * 4;

impl Gpu {
    /// The timer, in a launch that is timed: all of its chunks are, or none; the first one decides.
    fn timer(&self) -> Option<&Timer> {
        self.timer.get().and_then(Option::as_ref)
    }

    fn allocate(&self, wgpu: &wgpu::Device, job: &Job, nothing_up: bool) -> Flight {
        let pool = &self.device.pool;
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let buffers = job.buffers.iter().enumerate().map(|(index, buffer)| {
            let external = self.external.get(index).cloned().flatten();
            let kept = kept.get(index).cloned().flatten();
            external
                .or(kept.filter(|_| buffer.upload_at.is_none()))
                .unwrap_or_else(|| pool.take(wgpu, Purpose::binding(buffer.uniform), buffer.bytes))
        });
        let grid_bytes = job.grid_data.len() as u64;
        let mut download_bytes = job.download_bytes + self.timer().map_or(0, |_| Timer::BYTES);
        if nothing_up {
            // Something has to be mapped: only that tells of a device that was lost on the way.
            download_bytes = download_bytes.max(4);
        }
        Flight {
            buffers: buffers.collect(),
            grid_data: (grid_bytes > 0).then(|| pool.take(wgpu, Purpose::Uniform, grid_bytes)),
            log: job
                .log_at
                .map(|_| pool.take(wgpu, Purpose::Storage, LOG_BYTES)),
            download: (download_bytes > 0)
                .then(|| pool.take(wgpu, Purpose::Download, download_bytes)),
        }
    }

    fn encode(
        &self,
        wgpu: &wgpu::Device,
        job: &Job,
        pipeline: &Pipeline,
        upload: Option<&wgpu::Buffer>,
        flight: &Flight,
    ) -> wgpu::CommandBuffer {
        let groups = self.bind_groups(wgpu, job, pipeline, flight);
        let mut encoder = wgpu.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for (buffer, of) in flight.buffers.iter().zip(&job.buffers) {
            if let (Some(at), Some(upload)) = (of.upload_at, upload) {
                encoder.copy_buffer_to_buffer(upload, at, buffer, 0, of.bytes);
            }
        }
        if let (Some(grid_data), Some(upload)) = (&flight.grid_data, upload) {
            let bytes = (job.grid_data.len() as u64).next_multiple_of(4);
            encoder.copy_buffer_to_buffer(upload, job.grid_at, grid_data, 0, bytes);
        }
        if let Some(log) = &flight.log {
            encoder.clear_buffer(log, 0, Some(LOG_BYTES));
        }
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: None,
                timestamp_writes: self.timer().map(Timer::writes),
            });
            pass.set_pipeline(&pipeline.pipeline);
            for (number, group) in (0..).zip(&groups) {
                if pipeline.grid_data.map(|at| at.group) != Some(number) {
                    pass.set_bind_group(number, group, &[]);
                }
            }
            for (index, [x, y, z]) in (0u64..).zip(job.dispatches.iter().copied()) {
                if let Some(at) = pipeline.grid_data {
                    let offset = u32::try_from(index * job.grid_stride).unwrap_or(u32::MAX);
                    pass.set_bind_group(at.group, groups.get(at.group as usize), &[offset]);
                }
                pass.dispatch_workgroups(x, y, z);
            }
        }
        if let Some(download) = &flight.download {
            for (buffer, job) in flight.buffers.iter().zip(&job.buffers) {
                for part in &job.downloads {
                    encoder.copy_buffer_to_buffer(buffer, part.from, download, part.at, part.bytes);
                }
            }
            if let (Some(log), Some(at)) = (&flight.log, job.log_at) {
                encoder.copy_buffer_to_buffer(log, 0, download, at, LOG_BYTES);
            }
            if let Some(timer) = self.timer() {
                timer.resolve(&mut encoder, download, job.download_bytes);
            }
        }
        encoder.finish()
    }

    fn bind_groups(
        &self,
        wgpu: &wgpu::Device,
        job: &Job,
        pipeline: &Pipeline,
        flight: &Flight,
    ) -> Vec<wgpu::BindGroup> {
        let bindings = &self.folded.interface.bindings;
        let bind = |buffer, bytes: u64| {
            wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer,
                offset: 0,
                size: std::num::NonZeroU64::new(bytes),
            })
        };
        let mut entries: Vec<(u32, wgpu::BindGroupEntry<'_>)> = Vec::new();
        for ((binding, buffer), of) in bindings.iter().zip(&flight.buffers).zip(&job.buffers) {
            let entry = wgpu::BindGroupEntry {
                binding: binding.binding,
                resource: bind(buffer, of.bytes),
            };
            entries.push((binding.group, entry));
        }
        let grid = pipeline.grid_data.zip(flight.grid_data.as_ref());
        let grid_bytes = crate::rewrite::GridData::bytes(bindings.len());
        let log = pipeline.log.zip(flight.log.as_ref());
        let ours = grid.map(|(at, buffer)| (at, buffer, grid_bytes));
        for (at, buffer, bytes) in ours
            .into_iter()
            .chain(log.map(|(at, b)| (at, b, LOG_BYTES)))
        {
            let entry = wgpu::BindGroupEntry {
                binding: at.binding,
                resource: bind(buffer, bytes),
            };
            entries.push((at.group, entry));
        }
        (0..)
            .zip(&pipeline.groups)
            .map(|(group, layout)| {
                let entries: Vec<_> = entries
                    .iter()
                    .filter(|(of, _)| *of == group)
                    .map(|(_, entry)| entry.clone())
                    .collect();
                wgpu.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: None,
                    layout,
                    entries: &entries,
                })
            })
            .collect()
    }

    /// Gives the buffers back, and hands the results over.
    fn finish(&self, job: &Job, flight: Flight) -> Result<Finished<GpuDownload>> {
        let pool = &self.device.pool;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        for (index, (buffer, of)) in flight.buffers.into_iter().zip(&job.buffers).enumerate() {
            let is_external = self.external.get(index).is_some_and(Option::is_some);
            let slot = kept.get_mut(index);
            match (of.upload_at, slot) {
                (Some(_), Some(slot)) if of.keep => *slot = Some(buffer),
                (at, _) if (at.is_some() || of.overwritten) && !is_external => {
                    pool.give(Purpose::binding(of.uniform), buffer);
                }
                _ => {}
            }
        }
        drop(kept);
        if let Some(grid_data) = flight.grid_data {
            pool.give(Purpose::Uniform, grid_data);
        }
        if let Some(log) = flight.log {
            pool.give(Purpose::Storage, log);
        }
        let mut finished = Finished {
            download: GpuDownload {
                device: self.device.clone(),
                mapped: None,
            },
            kernel_time: None,
        };
        if let Some(buffer) = flight.download {
            let view = buffer.get_mapped_range(..).map_err(|error| {
                self.device
                    .failure(Fault::Other, "reading the results", error)
            })?;
            finished.kernel_time = self
                .timer()
                .and_then(|timer| timer.elapsed(&view, job.download_bytes))
                .map(Duration::from_secs_f64);
            finished.download.mapped = Some((buffer, view));
        }
        Ok(finished)
    }
}
