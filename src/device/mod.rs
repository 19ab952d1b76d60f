//! Stage 2, open: devices and groups of them.

mod group;
mod limits;
mod pool;
mod timer;
mod worker;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub use group::{DeviceGroup, DeviceGroupBuilder};
pub(crate) use pool::{Pool, Purpose};
pub(crate) use timer::Timer;
use worker::Worker;

use crate::adapter::{Adapter, AdapterInfo};
use crate::error::{Error, Fault, Result};
use crate::kernel::{Folded, Kernel, bits};
use crate::pipeline::Pipelines;
use crate::plan::{Limits, kernel_reasons};

/// An adapter that was opened: its queue, buffers, pipelines and health.
///
/// Cheap to clone; clones are the same device.
///
/// ```
/// use polygpu::{Device, DeviceGroup};
///
/// let inventory = polygpu::adapters()?;
/// let devices = inventory.adapters.iter().map(Device::open);
/// let gpus = DeviceGroup::from_devices(devices.collect::<Result<_, _>>()?)?;
/// # assert_eq!(gpus.len(), inventory.adapters.len());
/// # Ok::<(), polygpu::Error>(())
/// ```
#[derive(Clone)]
pub struct Device {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    info: AdapterInfo,
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// Why the device is lost, once it is.
    lost: Arc<Mutex<Option<String>>>,
    memory_budget: u64,
    pool: Pool,
    pipelines: Pipelines,
    timers: Mutex<Vec<Timer>>,
    worker: Worker,
    /// Speed in the last divided launch as a share of the fastest, as bits of an `f64`; 0 before.
    speed: AtomicU64,
}

/// How a device is opened.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenOptions {
    pub features: wgpu::Features,
    pub memory_budget: Option<u64>,
    /// The number among logical devices of one adapter, where there are several.
    pub logical: Option<usize>,
}

impl Device {
    /// Opens an adapter with its own limits and the features that kernels may need.
    ///
    /// # Errors
    /// [`Error::OpenDevice`] with what the driver says, if it refuses.
    pub fn open(adapter: &Adapter) -> Result<Self> {
        Self::open_with(adapter, &OpenOptions::default())
    }

    pub(crate) fn open_with(adapter: &Adapter, options: &OpenOptions) -> Result<Self> {
        let mut name = adapter.info().label();
        if let Some(logical) = options.logical {
            name = format!("{name} / {logical}");
        }
        let raw = adapter.raw();
        let missing = options.features - raw.features();
        if !missing.is_empty() {
            return Err(Error::OpenDevice {
                device: name,
                why: format!("it does not have the features {missing:?}"),
            });
        }
        let features = limits::wanted_features() & raw.features() | options.features;
        let (device, queue) = pollster::block_on(raw.request_device(&wgpu::DeviceDescriptor {
            label: Some("polygpu"),
            required_features: features,
            required_limits: raw.limits(),
            ..Default::default()
        }))
        .map_err(|error| Error::OpenDevice {
            device: name.clone(),
            why: error.to_string(),
        })?;
        let lost = Arc::new(Mutex::new(None));
        device.set_device_lost_callback({
            let lost = lost.clone();
            move |reason, message| {
                *lost.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some(format!("lost ({reason:?}): {message}"));
            }
        });
        // wgpu's own handler panics. Ours are caught in scopes where they arise; what still comes
        // here spoils no result of ours.
        device.on_uncaptured_error({
            let name = name.clone();
            Arc::new(move |error| log::error!("{name}: {error}"))
        });
        if adapter.info().is_software() {
            log::warn!("{name}: software: the CPU does its work");
        } else {
            let (kind, backend) = (adapter.kind(), adapter.backend());
            log::info!("opened {name} ({kind}, {backend})");
        }
        Ok(Self::new(
            name,
            adapter.info().clone(),
            device,
            queue,
            lost,
            options.memory_budget,
        ))
    }

    /// Takes a device that the program opened itself, with the limits and features that it was opened
    /// with. Its handlers for errors and loss stay as they are, so [`is_lost`](Self::is_lost) never
    /// comes to know; memory is unknown, so there is no budget unless a launch sets one.
    pub fn from_wgpu(device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let info = AdapterInfo::from_wgpu(&device.adapter_info());
        Self::new(info.label(), info, device, queue, Arc::default(), None)
    }

    fn new(
        name: String,
        info: AdapterInfo,
        device: wgpu::Device,
        queue: wgpu::Queue,
        lost: Arc<Mutex<Option<String>>>,
        memory_budget: Option<u64>,
    ) -> Self {
        // Some memory is the driver's, the desktop's, or another program's.
        let default_budget = info.memory_bytes.map_or(u64::MAX, |bytes| bytes / 5 * 4);
        Self {
            inner: Arc::new(Inner {
                worker: Worker::new(&name),
                name,
                info,
                device,
                queue,
                lost,
                memory_budget: memory_budget.unwrap_or(default_budget),
                pool: Pool::default(),
                pipelines: Pipelines::default(),
                timers: Mutex::default(),
                speed: AtomicU64::new(0),
            }),
        }
    }

    /// The adapter's name, with a number where several are equal.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// What the driver tells of the adapter.
    pub fn info(&self) -> &AdapterInfo {
        &self.inner.info
    }

    /// wgpu's device.
    pub fn wgpu(&self) -> &wgpu::Device {
        &self.inner.device
    }

    /// wgpu's queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.inner.queue
    }

    /// Whether the device was lost (reset, removed or destroyed).
    pub fn is_lost(&self) -> bool {
        // A loss is told in a poll.
        let _ = self.inner.device.poll(wgpu::PollType::Poll);
        self.lost().is_some()
    }

    /// Bytes of device memory and transfers that a launch may take at a time; `u64::MAX` where
    /// neither a budget was set nor the memory is known.
    pub fn memory_budget(&self) -> u64 {
        self.inner.memory_budget
    }

    /// Why this device can't run a kernel with these values of its overrides; empty where it can.
    ///
    /// Counts what does not depend on a launch: features, workgroup, memory of a workgroup, number
    /// of bindings. A launch may still find a binding too large.
    ///
    /// # Errors
    /// As [`Kernel::interface_with`].
    pub fn unfit(&self, kernel: &Kernel, constants: &[(&str, f64)]) -> Result<Vec<String>> {
        if let Some(lost) = self.lost() {
            return Ok(vec![lost]);
        }
        let folded = kernel.fold(&bits(constants))?;
        Ok(kernel_reasons(&folded, &self.limits(&folded, None)))
    }

    pub(crate) fn lost(&self) -> Option<String> {
        let lost = self.inner.lost.lock();
        lost.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.inner.pool
    }

    pub(crate) fn pipelines(&self) -> &Pipelines {
        &self.inner.pipelines
    }

    pub(crate) fn send(&self, job: impl FnOnce() + Send + 'static) {
        self.inner.worker.send(job);
    }

    pub(crate) fn limits(&self, folded: &Folded, budget: Option<u64>) -> Limits {
        let budget = budget.unwrap_or(self.inner.memory_budget);
        limits::limits(
            &self.inner.device,
            &self.inner.info,
            budget,
            folded.capabilities,
            folded.subgroups,
        )
    }

    /// A timer for one launch, where the device has timestamps.
    pub(crate) fn timer(&self) -> Option<Timer> {
        let idle = self.timers().pop();
        // A launch does without, where there is none to be had.
        let create = |wgpu: &wgpu::Device| Ok(Timer::new(wgpu, &self.inner.queue));
        idle.or_else(|| {
            self.scoped(Fault::Other, "creating a timer", create)
                .ok()
                .flatten()
        })
    }

    pub(crate) fn give_timer(&self, timer: Timer) {
        self.timers().push(timer);
    }

    fn timers(&self) -> std::sync::MutexGuard<'_, Vec<Timer>> {
        let timers = self.inner.timers.lock();
        timers.unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs calls to wgpu and turns the errors that they leave behind into this device's.
    ///
    /// Error scopes belong to a thread, so nothing in here may wait for another one.
    /// `fault` is what they fail at, where it is not the device's loss or its memory.
    pub(crate) fn scoped<R>(
        &self,
        fault: Fault,
        what: &str,
        calls: impl FnOnce(&wgpu::Device) -> Result<R>,
    ) -> Result<R> {
        let wgpu = &self.inner.device;
        let scopes = [
            wgpu::ErrorFilter::Validation,
            wgpu::ErrorFilter::OutOfMemory,
            wgpu::ErrorFilter::Internal,
        ]
        .map(|filter| wgpu.push_error_scope(filter));
        let result = calls(wgpu);
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
                    self.inner.pool.clear();
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
    pub(crate) fn failure(&self, fault: Fault, what: &str, error: impl std::fmt::Display) -> Error {
        // A loss is told in a poll.
        let _ = self.inner.device.poll(wgpu::PollType::Poll);
        match self.lost() {
            Some(lost) => self.error(Fault::Lost, format!("{what}: {lost}")),
            None => self.error(fault, format!("{what}: {error}")),
        }
    }

    /// Waits until a submission is done.
    pub(crate) fn wait(&self, submission: wgpu::SubmissionIndex) -> Result<()> {
        let wait = wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: None,
        };
        let Err(error) = self.inner.device.poll(wait) else {
            return Ok(());
        };
        // A device that is lost takes work without a word: that there is no such submission is the
        // first that is heard of it.
        let failure = self.failure(Fault::Other, "waiting for a chunk", &error);
        let lost = self.inner.lost.lock();
        let mut lost = lost.unwrap_or_else(PoisonError::into_inner);
        if lost.is_some() {
            return Err(failure);
        }
        let why = lost.insert(format!("lost: it takes no more work ({error})"));
        Err(self.error(Fault::Lost, format!("waiting for a chunk: {why}")))
    }

    /// Speed in the last launch that was divided, as a share of its fastest device's.
    pub(crate) fn speed(&self) -> Option<f64> {
        let speed = f64::from_bits(self.inner.speed.load(Ordering::Relaxed));
        (speed > 0.0).then_some(speed)
    }

    pub(crate) fn set_speed(&self, speed: f64) {
        self.inner.speed.store(speed.to_bits(), Ordering::Relaxed);
    }

    /// An error of this device's.
    pub(crate) fn error(&self, fault: Fault, why: impl Into<String>) -> Error {
        Error::Device {
            device: self.inner.name.clone(),
            fault,
            why: why.into(),
        }
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Device({})", self.inner.name)
    }
}
