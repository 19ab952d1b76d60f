//! One chunk for one device: what is copied where, and which dispatches run. Plain data.

use std::ops::Range;
use std::time::Duration;

use crate::kernel::Folded;
use crate::plan::{ALIGN, BindingPlan, Limits, Plan};
use crate::rewrite::{GridData, LOG_WORDS, Options, Window};

#[derive(Debug, Clone)]
pub(crate) struct Job {
    /// Workgroups along the split axis.
    pub chunk: Range<u32>,
    /// How long the device may take; `None` for ever.
    pub patience: Option<Duration>,
    pub options: Options,
    /// One for each binding of the interface.
    pub buffers: Vec<JobBuffer>,
    /// Workgroups of each dispatch. The grid data of dispatch i lies `i * grid_stride` further on.
    pub dispatches: Vec<[u32; 3]>,
    /// The grid data of all dispatches; empty without the virtual grid.
    pub grid_data: Vec<u8>,
    pub grid_stride: u64,
    /// Where the grid data lies in the upload.
    pub grid_at: u64,
    pub upload_bytes: u64,
    pub download_bytes: u64,
    /// Where the log lies in the download.
    pub log_at: Option<u64>,
}

#[derive(Debug, Clone)]
pub(crate) struct JobBuffer {
    pub uniform: bool,
    /// Elements held.
    pub window: Window,
    /// Bytes of the device's buffer.
    pub bytes: u64,
    /// Where its content lies in the upload; `None` where the device has it already, or writes all of it.
    pub upload_at: Option<u64>,
    /// The kernel writes all of it that comes back, and reads nothing: its old content stays away.
    pub overwritten: bool,
    /// Later chunks of this launch on this device find the content there.
    pub keep: bool,
    /// The content starts as the identity of the binding's reduction, not as the host's.
    pub identity: bool,
    /// What comes back of it: ranges in order, apart.
    pub downloads: Vec<Download>,
}

/// A part of a buffer that comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Download {
    /// Offset in the device's buffer, a multiple of 4.
    pub from: u64,
    /// Bytes copied, a multiple of 4.
    pub bytes: u64,
    /// Offset in the download.
    pub at: u64,
    /// Bytes of `bytes` that come before and that make up the window.
    pub skip: u64,
    pub len: u64,
    /// Where the window's bytes belong in the host array.
    pub host_at: u64,
}

impl Job {
    /// The job of a chunk. `resident`: the device holds the kept buffers already. `external`: for
    /// each binding, whether it is a buffer of the caller's.
    pub fn new(
        plan: &Plan,
        folded: &Folded,
        limits: &Limits,
        chunk: Range<u32>,
        resident: bool,
        external: &[bool],
    ) -> Self {
        let whole = plan.is_whole(&chunk);
        let boxes = boxes(&plan.extent(&chunk), limits.workgroups);
        // A chunk that is the whole grid holds the whole of most bindings. Where it does not, what lies
        // beyond is outside of the distribution on one device as it is on several.
        let windowed: Vec<bool> = plan
            .bindings
            .iter()
            .map(|b| b.spread.is_windowed() && !(whole && plan.window(b, &chunk) == (0..b.len)))
            .collect();
        // Without the grid data, `arrayLength` is what the buffer's size makes it.
        let exact_lengths = plan.bindings.iter().all(BindingPlan::is_exact);
        let checked = plan.checked && windowed.contains(&true);
        let options = Options {
            virtual_grid: !whole || boxes.len() > 1 || !exact_lengths || windowed.contains(&true),
            windowed,
            checked,
            proven: plan.proven.clone(),
        };
        let mut job = Self {
            chunk,
            patience: None,
            dispatches: boxes.iter().map(|b| b.size).collect(),
            grid_data: Vec::new(),
            grid_stride: GridData::bytes(plan.bindings.len())
                .next_multiple_of(limits.uniform_offset_bytes.max(ALIGN)),
            grid_at: 0,
            upload_bytes: 0,
            download_bytes: 0,
            log_at: None,
            buffers: Vec::with_capacity(plan.bindings.len()),
            options,
        };
        for (index, binding) in plan.bindings.iter().enumerate() {
            let external = external.get(index).copied().unwrap_or(false);
            let is_part = job.options.windowed.get(index).copied().unwrap_or(false);
            job.add_buffer(plan, binding, is_part, resident, external);
        }
        if job.options.checked {
            job.log_at = Some(job.download_bytes);
            job.download_bytes += u64::from(LOG_WORDS) * 4;
        }
        if job.options.virtual_grid {
            job.add_grid_data(plan, folded, &boxes);
        }
        job
    }

    fn add_buffer(
        &mut self,
        plan: &Plan,
        binding: &BindingPlan,
        is_part: bool,
        resident: bool,
        external: bool,
    ) {
        let range = plan.window(binding, &self.chunk);
        let window = Window {
            base: range.start,
            len: range.end - range.start,
            whole: binding.len,
        };
        let content = binding.content_bytes(u64::from(window.len));
        let bytes = binding.buffer_bytes(u64::from(window.len));
        let identity = !plan.is_whole(&self.chunk) && binding.reduce().is_some();
        // By its distribution, not by its window: a wide halo holds the whole binding in some chunks.
        let windowed = binding.spread.is_windowed();
        let keep = !binding.written && !windowed && !external;
        let mut buffer = JobBuffer {
            uniform: binding.uniform,
            window,
            bytes,
            upload_at: None,
            overwritten: false,
            keep,
            identity,
            downloads: Vec::new(),
        };
        let there = external || (keep && resident);
        buffer.overwritten = !there && plan.overwrites(binding, &self.chunk);
        if !there && !buffer.overwritten {
            buffer.upload_at = Some(self.upload_bytes);
            self.upload_bytes += bytes.next_multiple_of(ALIGN);
        }
        if !external {
            for range in plan.commits(binding, &self.chunk) {
                let header = binding.header_bytes;
                let at = |element: u32| header + u64::from(element) * binding.stride;
                // The head of a struct is not written where it is divided.
                let divided = is_part || range != (0..binding.len);
                let (start, host_at) = match divided {
                    true => (at(range.start.saturating_sub(window.base)), at(range.start)),
                    false => (0, 0),
                };
                let end = at(range.end.saturating_sub(window.base));
                let from = start / 4 * 4;
                let copied = (end.min(content) - from).next_multiple_of(4);
                buffer.downloads.push(Download {
                    from,
                    bytes: copied,
                    at: self.download_bytes,
                    skip: start - from,
                    len: end - start,
                    host_at,
                });
                self.download_bytes += copied.next_multiple_of(ALIGN);
            }
        }
        self.buffers.push(buffer);
    }

    fn add_grid_data(&mut self, plan: &Plan, folded: &Folded, boxes: &[Box]) {
        self.grid_at = self.upload_bytes.next_multiple_of(ALIGN);
        let stride = usize::try_from(self.grid_stride).unwrap_or(usize::MAX);
        let windows: Vec<_> = self.buffers.iter().map(|buffer| buffer.window).collect();
        for (index, item) in boxes.iter().enumerate() {
            self.grid_data.resize(index * stride, 0);
            let data = GridData {
                workgroup_base: item.base,
                workgroup_size: folded.interface.workgroup_size,
                num_workgroups: plan.grid,
                windows: windows.clone(),
            };
            data.write(&mut self.grid_data);
        }
        self.upload_bytes = self.grid_at + (self.grid_data.len() as u64).next_multiple_of(ALIGN);
    }

    /// Bytes of results that come back.
    pub fn result_bytes(&self) -> u64 {
        let downloads = self.buffers.iter().flat_map(|b| &b.downloads);
        downloads.map(|download| download.len).sum()
    }

    /// Bytes that go up for bindings: what a report counts.
    pub fn payload_bytes(&self) -> u64 {
        let uploaded = self.buffers.iter().filter(|b| b.upload_at.is_some());
        uploaded.map(|buffer| buffer.bytes).sum()
    }
}

/// A dispatch: workgroups within the limit of each dimension.
struct Box {
    base: [u32; 3],
    size: [u32; 3],
}

fn boxes(extent: &[Range<u32>; 3], limit: u32) -> Vec<Box> {
    let pieces = |range: &Range<u32>| {
        let end = range.end;
        range
            .clone()
            .step_by(limit.max(1) as usize)
            .map(move |base| (base, (end - base).min(limit)))
    };
    let [x, y, z] = extent;
    pieces(z)
        .flat_map(|z| pieces(y).map(move |y| (y, z)))
        .flat_map(|(y, z)| pieces(x).map(move |x| [x, y, z]))
        .map(|[x, y, z]| Box {
            base: [x.0, y.0, z.0],
            size: [x.1, y.1, z.1],
        })
        .collect()
}
