//! Stage 2, open: devices and groups of them. A [`Device`] is what the program holds; a [`Session`] is one life of it.

mod group;
mod health;
mod limits;
mod pool;
mod session;
mod smoke;
mod timer;
mod worker;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use group::{DeviceGroup, DeviceGroupBuilder};
pub use health::Health;
pub(crate) use pool::{Pool, Purpose};
pub(crate) use session::Session;
pub use smoke::SmokeTest;
pub(crate) use timer::Timer;

use crate::adapter::{Adapter, AdapterInfo};
use crate::error::{Fault, Result};
use crate::kernel::{Kernel, bits};
use crate::plan::kernel_reasons;

/// An adapter that was opened: its queue, buffers, pipelines and health.
///
/// Cheap to clone; clones are the same device. One that is lost (reset, removed, destroyed) is opened again by the next launch
/// if its adapter still answers, up to three times without a launch that it came through; [`health`](Self::health) tells.
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
    /// What it is opened from again; `None` for a device of the caller's.
    origin: Option<(Adapter, OpenOptions)>,
    memory_budget: u64,
    life: Mutex<Life>,
    /// Speed in the last divided launch as a share of the fastest, as bits of an `f64`; 0 before.
    speed: AtomicU64,
}

struct Life {
    session: Arc<Session>,
    reopened: u32,
    /// How often it was opened again since a launch that it came through.
    tries: u32,
    /// Why it was opened again the last time.
    last_loss: Option<String>,
}

/// A device is opened again this often without a launch that it came through.
const TRIES: u32 = 3;

/// How long the end of a device waits for a chunk of a launch that was dropped.
const LAST_CHUNK: Duration = Duration::from_secs(2);

impl Drop for Inner {
    fn drop(&mut self) {
        // A program that exits while a driver's threads are at work may crash in them.
        let life = self.life.get_mut();
        let life = life.unwrap_or_else(PoisonError::into_inner);
        life.session.worker.rest(LAST_CHUNK);
    }
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
    /// [`Error::OpenDevice`](crate::Error::OpenDevice) with what the driver says, if it refuses.
    pub fn open(adapter: &Adapter) -> Result<Self> {
        Self::open_with(adapter, &OpenOptions::default())
    }

    pub(crate) fn open_with(adapter: &Adapter, options: &OpenOptions) -> Result<Self> {
        let device = Self::open_silently(adapter, options)?;
        let name = device.name();
        if adapter.info().is_software() {
            log::warn!("{name}: software: the CPU does its work");
        } else {
            let (kind, backend) = (adapter.kind(), adapter.backend());
            log::info!("opened {name} ({kind}, {backend})");
        }
        Ok(device)
    }

    /// Without a word in the log.
    pub(crate) fn open_silently(adapter: &Adapter, options: &OpenOptions) -> Result<Self> {
        let mut name = adapter.info().label();
        if let Some(logical) = options.logical {
            name = format!("{name} / {logical}");
        }
        let session = Session::open(&name, adapter, options.features)?;
        let info = adapter.info().clone();
        let origin = Some((adapter.clone(), options.clone()));
        Ok(Self::new(name, info, session, origin))
    }

    /// Takes a device that the program opened itself, with the limits and features that it was opened
    /// with. Its handlers for errors and loss stay as they are, so [`is_lost`](Self::is_lost) may come
    /// to know late, and it is not opened again; memory is unknown, so there is no budget unless a launch sets one.
    pub fn from_wgpu(device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let info = AdapterInfo::from_wgpu(&device.adapter_info());
        let session = Session::new(&info.label(), device, queue);
        Self::new(info.label(), info, session, None)
    }

    fn new(
        name: String,
        info: AdapterInfo,
        session: Session,
        origin: Option<(Adapter, OpenOptions)>,
    ) -> Self {
        // Some memory is the driver's, the desktop's, or another program's.
        let default_budget = info.memory_bytes.map_or(u64::MAX, |bytes| bytes / 5 * 4);
        let stated = origin.as_ref().and_then(|(_, of)| of.memory_budget);
        let life = Life {
            session: Arc::new(session),
            reopened: 0,
            tries: 0,
            last_loss: None,
        };
        Self {
            inner: Arc::new(Inner {
                name,
                info,
                origin,
                memory_budget: stated.unwrap_or(default_budget),
                life: Mutex::new(life),
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

    /// wgpu's device. After a loss, the next launch opens another one.
    pub fn wgpu(&self) -> wgpu::Device {
        self.current().wgpu().clone()
    }

    /// wgpu's queue, of the device that [`wgpu`](Self::wgpu) gives.
    pub fn queue(&self) -> wgpu::Queue {
        self.current().queue().clone()
    }

    /// Whether the device was lost (reset, removed or destroyed) and not opened again yet.
    pub fn is_lost(&self) -> bool {
        matches!(self.current().trouble(), Some((Fault::Lost, _)))
    }

    /// Whether it takes work, and how often it was opened again after a loss.
    pub fn health(&self) -> Health {
        let trouble = self.current().trouble();
        let life = self.life();
        let (fault, why) = trouble.unzip();
        Health {
            device: self.inner.name.clone(),
            fault,
            why: why.or_else(|| life.last_loss.clone()),
            reopened: life.reopened,
        }
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
        let session = self.current();
        if let Some((_, why)) = session.trouble() {
            return Ok(vec![why]);
        }
        let folded = kernel.fold(&bits(constants))?;
        let limits = session.limits(self.info(), &folded, self.memory_budget());
        Ok(kernel_reasons(&folded, &limits))
    }

    fn life(&self) -> MutexGuard<'_, Life> {
        let life = self.inner.life.lock();
        life.unwrap_or_else(PoisonError::into_inner)
    }

    fn current(&self) -> Arc<Session> {
        self.life().session.clone()
    }

    /// What a launch runs on, or why it can't. A device that is lost is opened again; then the second value says
    /// how it was lost.
    pub(crate) fn session(&self) -> Result<(Arc<Session>, Option<String>), String> {
        let mut life = self.life();
        let (fault, why) = match life.session.trouble() {
            None => return Ok((life.session.clone(), None)),
            Some(trouble) => trouble,
        };
        if fault == Fault::Hang {
            return Err(format!("{why}, and still is not"));
        }
        let Some((adapter, options)) = &self.inner.origin else {
            return Err(format!(
                "{why}; a device from `from_wgpu` is not opened again"
            ));
        };
        if life.tries == TRIES {
            return Err(format!(
                "{why}; it was opened again {TRIES} times, and lost each time"
            ));
        }
        life.tries += 1;
        let session = Session::open(self.name(), adapter, options.features)
            .map_err(|error| format!("{why}; not opened again: {error}"))?;
        log::warn!("{}: {why}; opened again", self.name());
        life.session = Arc::new(session);
        life.reopened += 1;
        life.last_loss = Some(why.clone());
        Ok((life.session.clone(), Some(why)))
    }

    /// A launch on it has ended, and the device did its part.
    pub(crate) fn came_through(&self) {
        self.life().tries = 0;
    }

    /// Speed in the last launch that was divided, as a share of its fastest device's.
    pub(crate) fn speed(&self) -> Option<f64> {
        let speed = f64::from_bits(self.inner.speed.load(Ordering::Relaxed));
        (speed > 0.0).then_some(speed)
    }

    pub(crate) fn set_speed(&self, speed: f64) {
        self.inner.speed.store(speed.to_bits(), Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Device({})", self.inner.name)
    }
}
