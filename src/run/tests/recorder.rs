//! The device that records.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::executor::{Executor, Work};
use crate::error::{Error, Fault as Cause, Result};
use crate::kernel::{Constants, Folded, HostType, Kernel};
use crate::plan::{Axis, Distribution, Plan, ReduceOp, Request};
use crate::report::Report;
use crate::run::arguments::{self, Argument, Value};
use crate::run::coordinator::{Comparable, ProgressFn, Task};
use crate::run::job::Job;
use crate::run::{Backend, Finished, Upload};
use crate::schedule::{Queue, Schedule};

/// Where a device breaks: at its chunk of this number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fault {
    Upload(usize),
    Dispatch(usize),
    /// The download lacks its last bytes.
    Short(usize),
    /// The download is empty.
    Empty(usize),
    /// No thread is to be had.
    Spawn(usize),
    /// The worker's thread panics.
    Panic(usize),
    /// It takes too long.
    Hang(usize),
    /// Chunks with this workgroup take too long.
    Endless(u32),
    /// Its memory takes chunks of this many workgroups at most.
    Memory(u32),
    /// The same, told when staging memory of more bytes is asked for.
    Staging(u64),
}

/// A device that returns wrong data: the first word of `y` in the chunk, changed by `by`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lie {
    /// At its chunk of this number, counted from 0; at all of them without.
    pub at: Option<usize>,
    pub by: u8,
}

/// What a device did.
#[derive(Debug, Clone, Default)]
pub(super) struct Record {
    /// Chunks that came back whole, in order.
    pub done: Vec<Range<u32>>,
    pub failed: bool,
    uploads: usize,
    dispatches: usize,
    spawns: usize,
}

/// Called with the chunk before it runs.
pub(super) type Before = Box<dyn Fn(&Range<u32>) + Send + Sync>;

pub(super) struct Recorder {
    executor: Executor,
    fault: Option<Fault>,
    pub before: Option<Before>,
    pub lie: Option<Lie>,
    pub record: Arc<Mutex<Record>>,
    kept: Mutex<Vec<Option<Vec<u8>>>>,
    pub kernel: fn(&Job, &mut [Vec<u8>]),
}

impl Recorder {
    pub fn new(executor: Executor, fault: Option<Fault>) -> Self {
        Self {
            executor,
            fault,
            before: None,
            lie: None,
            record: Arc::default(),
            kept: Mutex::new(vec![None; 4]),
            kernel: weighted_sum,
        }
    }

    fn fail(&self, what: &str) -> Error {
        self.record.lock().unwrap().failed = true;
        Error::Device {
            device: "recorder".to_owned(),
            fault: Cause::Other,
            why: format!("{what} failed"),
        }
    }

    fn hangs(&self) -> Error {
        self.record.lock().unwrap().failed = true;
        Error::Device {
            device: "recorder".to_owned(),
            fault: Cause::Hang,
            why: "hung".to_owned(),
        }
    }

    fn out_of_memory(&self) -> Error {
        Error::Device {
            device: "recorder".to_owned(),
            fault: Cause::OutOfMemory,
            why: "out of memory".to_owned(),
        }
    }
}

/// Counts, and gives the number before.
fn next(count: &mut usize) -> usize {
    *count += 1;
    *count - 1
}

pub(super) struct Staging(Vec<u8>);

impl Upload for Staging {
    fn write(&mut self, at: u64, bytes: &[u8]) -> bool {
        let at = at as usize;
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
        true
    }
}

impl Backend for Recorder {
    type Upload = Staging;
    type Download = Vec<u8>;

    fn upload(&self, bytes: u64) -> Result<Staging> {
        let number = next(&mut self.record.lock().unwrap().uploads);
        match self.fault {
            Some(Fault::Upload(k)) if k == number => Err(self.fail("upload")),
            Some(Fault::Staging(most)) if bytes > most => Err(self.out_of_memory()),
            _ => Ok(Staging(vec![0xEE; bytes as usize])),
        }
    }

    fn dispatch(&self, job: &Job, Staging(upload): Staging) -> Result<Finished<Vec<u8>>> {
        if let Some(before) = &self.before {
            before(&job.chunk);
        }
        let number = next(&mut self.record.lock().unwrap().dispatches);
        if let Some(Fault::Memory(most)) = self.fault
            && job.chunk.end - job.chunk.start > most
        {
            return Err(self.out_of_memory());
        }
        let mut kept = self.kept.lock().unwrap();
        let mut buffers = Vec::new();
        for (slot, of) in kept.iter_mut().zip(&job.buffers) {
            let buffer = match (of.upload_at, &slot) {
                (Some(at), _) => upload[at as usize..][..of.bytes as usize].to_vec(),
                (None, Some(kept)) => kept.clone(),
                (None, None) if of.overwritten => vec![0xEE; of.bytes as usize],
                (None, None) => return Err(self.fail("what should be kept is not there: it")),
            };
            if of.keep {
                *slot = Some(buffer.clone());
            }
            buffers.push(buffer);
        }
        drop(kept);
        (self.kernel)(job, &mut buffers);
        let mut download = vec![0; job.download_bytes as usize];
        for (buffer, of) in buffers.iter().zip(&job.buffers) {
            for part in &of.downloads {
                let bytes = part.bytes as usize;
                let from = &buffer[part.from as usize..][..bytes];
                download[part.at as usize..][..bytes].copy_from_slice(from);
            }
        }
        if let Some(Lie { at, by }) = self.lie
            && at.is_none_or(|at| at == number)
            && let Some(part) = job.buffers[2].downloads.first()
        {
            download[(part.at + part.skip) as usize] ^= by;
        }
        match self.fault {
            Some(Fault::Dispatch(k)) if k == number => return Err(self.fail("dispatch")),
            Some(Fault::Hang(k)) if k == number => return Err(self.hangs()),
            Some(Fault::Endless(at)) if job.chunk.contains(&at) => return Err(self.hangs()),
            Some(Fault::Panic(k)) if k == number => {
                self.fail("thread");
                // Without the message that a test's output would be full of.
                resume_unwind(Box::new("a fault of the test's"));
            }
            Some(Fault::Short(k)) if k == number => {
                self.fail("download");
                // The log of a checked launch comes last, and before it the sums.
                download.truncate(job.log_at.unwrap_or(job.download_bytes) as usize - 13);
            }
            Some(Fault::Empty(k)) if k == number => {
                self.fail("download");
                download.clear();
            }
            _ => self.record.lock().unwrap().done.push(job.chunk.clone()),
        }
        Ok(Finished {
            download,
            kernel_time: None,
        })
    }

    fn spawn(&self, work: Work) {
        let number = next(&mut self.record.lock().unwrap().spawns);
        if matches!(self.fault, Some(Fault::Spawn(k)) if k == number) {
            self.fail("spawn");
        } else {
            self.executor.send(work);
        }
    }
}

/// Workgroups of the launch, and invocations of each.
pub(super) const TOTAL: u32 = 24;
const SIZE: u32 = 4;
/// The grid covers three invocations more.
const N: u32 = TOTAL * SIZE - 3;
const BINS: u32 = 4;
const SCALE: u32 = 3;

const KERNEL: &str = "
    @group(0) @binding(0) var<uniform> scale: u32;
    @group(0) @binding(1) var<storage, read> x: array<u32>;
    @group(0) @binding(2) var<storage, read_write> y: array<u32>;
    @group(0) @binding(3) var<storage, read_write> sums: array<atomic<u32>>;

    @compute @workgroup_size(4)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        let i = id.x;
        if (i >= arrayLength(&x)) { return; }
        y[i] += scale * x[i];
        atomicAdd(&sums[x[i] % 4u], x[i]);
    }";

/// The kernel's twin, on what a device holds.
fn weighted_sum(job: &Job, buffers: &mut [Vec<u8>]) {
    let [scale, x, y, sums] = buffers else {
        panic!("four bindings");
    };
    let word = |bytes: &[u8], at: u32| {
        let at = at as usize * 4;
        u32::from_ne_bytes(bytes[at..at + 4].try_into().unwrap())
    };
    let write = |bytes: &mut [u8], at: u32, value: u32| {
        let at = at as usize * 4;
        bytes[at..at + 4].copy_from_slice(&value.to_ne_bytes());
    };
    let [_, wx, wy, _] = [0, 1, 2, 3].map(|i| job.buffers[i].window);
    for i in job.chunk.start * SIZE..(job.chunk.end * SIZE).min(wx.whole) {
        let xi = word(x, i - wx.base);
        let yi = word(y, i - wy.base);
        write(y, i - wy.base, yi + word(scale, 0) * xi);
        let bin = xi % BINS;
        let sum = word(sums, bin).wrapping_add(xi);
        write(sums, bin, sum);
    }
}

/// The arrays of a launch.
pub(super) struct Data {
    x: Vec<u32>,
    y: Vec<u32>,
    sums: Vec<u32>,
}

pub(super) struct Settings<'a> {
    pub schedule: Schedule,
    pub x: Distribution,
    pub atomic: bool,
    pub verify: Option<Comparable>,
    pub timeout: Option<Duration>,
    pub on_progress: Option<ProgressFn<'a>>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Self {
            schedule: Schedule::Dynamic,
            x: Distribution::split(1),
            atomic: false,
            verify: None,
            timeout: None,
            on_progress: None,
        }
    }
}

impl Data {
    pub fn new() -> Self {
        Self {
            x: (0..N).map(|i| i * i + 1).collect(),
            y: (0..N).map(|i| 1000 + i).collect(),
            sums: (0..BINS).map(|i| 7 * i).collect(),
        }
    }

    pub fn task<'a>(&'a mut self, settings: Settings<'a>, devices: usize) -> Task<'a> {
        let kernel = Kernel::from_wgsl("recorder.wgsl", KERNEL).unwrap();
        let folded = kernel.fold(&Constants::new()).unwrap();
        let word = HostType::of::<u32>;
        let arguments = vec![
            ("scale", Value::Set(SCALE.to_ne_bytes().to_vec(), word())),
            ("x", Value::Read(bytemuck::cast_slice(&self.x), word())),
            (
                "y",
                Value::Write(bytemuck::cast_slice_mut(&mut self.y), word()),
            ),
            (
                "sums",
                Value::Write(bytemuck::cast_slice_mut(&mut self.sums), word()),
            ),
        ];
        let distributions = [
            None,
            Some(settings.x),
            Some(Distribution::split(1)),
            Some(Distribution::reduce(ReduceOp::Sum)),
        ];
        task(&folded, arguments, &distributions, settings, devices)
    }

    /// What a launch writes.
    pub fn snapshot(&self) -> (Vec<u32>, Vec<u32>) {
        (self.y.clone(), self.sums.clone())
    }

    /// Each workgroup's results are here whole, or not at all.
    pub fn assert_each_workgroup_old_or_new(&self, what: &str) {
        let old = Self::new();
        let is_new = |w: &u32| self.y[(w * SIZE) as usize] != old.y[(w * SIZE) as usize];
        let committed: Vec<_> = (0..TOTAL).filter(is_new).collect();
        self.assert_committed(&committed, what);
    }

    /// Exactly these workgroups have their results here, everything else is as it was.
    pub fn assert_committed(&self, workgroups: &[u32], what: &str) {
        let mut want = Self::new();
        for i in workgroups.iter().flat_map(|w| w * SIZE..(w + 1) * SIZE) {
            if i < N {
                let (xi, i) = (self.x[i as usize], i as usize);
                want.y[i] += SCALE * xi;
                let bin = &mut want.sums[(xi % BINS) as usize];
                *bin = bin.wrapping_add(xi);
            }
        }
        assert_eq!(self.y, want.y, "{what}");
        assert_eq!(self.sums, want.sums, "{what}");
        assert_eq!(self.x, want.x, "{what}");
    }
}

pub(super) fn task<'a>(
    folded: &Arc<Folded>,
    arguments: Vec<(&str, Value<'a>)>,
    distributions: &[Option<Distribution>],
    settings: Settings<'a>,
    devices: usize,
) -> Task<'a> {
    let arguments = arguments.into_iter().map(|(name, value)| Argument {
        name: name.to_owned(),
        value,
    });
    let arguments: Vec<_> = arguments.collect();
    let lens = arguments::check("recorder.wgsl", folded, &arguments).unwrap();
    let hosts = arguments::hosts(folded, arguments);
    let plan = Plan::new(&Request {
        kernel: "recorder.wgsl",
        folded,
        grid: [TOTAL, 1, 1],
        lens: &lens,
        content: &vec![None; lens.len()],
        distributions,
        axis: Some(Axis::X),
        trusted: false,
        divide: true,
    })
    .unwrap();
    Task {
        queue: Queue::new(&settings.schedule, TOTAL, plan.step, &vec![true; devices]),
        plan,
        folded: folded.clone(),
        hosts,
        atomic: settings.atomic || settings.verify.is_some(),
        verify: settings.verify,
        timeout: settings.timeout,
        watchdog: Duration::from_secs(60),
        on_progress: settings.on_progress,
        report: Report::default(),
        began: Instant::now(),
    }
}
