//! Stage 2, open: devices and groups of them. A [`Device`] is what the program holds; a [`Session`] is one life of it.

mod group;
mod health;
mod limits;
mod pool;
mod session;
mod smoke;
mod timer;
mod worker;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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
    /// Held while it is opened again, so that one thread does it.
    opening: Mutex<Opening>,
    /// How often it was opened again since a launch that it came through.
    tries: AtomicU32,
    /// Speed in the last divided launch as a share of the fastest, as bits of an `f64`; 0 before.
    speed: AtomicU64,
}

struct Life {
    session: Arc<Session>,
    reopened: u32,
    /// Why it was opened again the last time.
    last_loss: Option<String>,
}

/// How opening it again went, since it last went well.
#[derive(Default)]
struct Opening {
    failures: u32,
    /// A reset takes its time: until then it is not tried.
    not_before: Option<Instant>,
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
            last_loss: None,
        };
        Self {
            inner: Arc::new(Inner {
                name,
                info,
                origin,
                memory_budget: stated.unwrap_or(default_budget),
                life: Mutex::new(life),
                opening: Mutex::default(),
                tries: AtomicU32::new(0),
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

    /// The queue of [`wgpu`](Self::wgpu), unless a launch opens the device again between the two calls.
    pub fn queue(&self) -> wgpu::Queue {
        self.current().queue().clone()
    }

    /// Whether the device was lost (reset, removed or destroyed) and not opened again yet.
    pub fn is_lost(&self) -> bool {
        let trouble = self.current().trouble(Duration::ZERO);
        matches!(trouble, Some((Fault::Lost, _)))
    }

    /// Whether it takes work, and how often it was opened again after a loss.
    pub fn health(&self) -> Health {
        let trouble = self.current().trouble(Duration::ZERO);
        let life = self.life();
        let (fault, why) = trouble.unzip();
        Health {
            device: self.inner.name.clone(),
            fault,
            why,
            reopened: life.reopened,
            last_loss: life.last_loss.clone(),
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
        if let Some((_, why)) = session.trouble(Duration::ZERO) {
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
    /// how it was lost. For a chunk that hung it waits as long as `patience` lasts.
    pub(crate) fn session(
        &self,
        patience: Duration,
    ) -> Result<(Arc<Session>, Option<String>), (Fault, String)> {
        let current = self.current();
        match current.trouble(patience) {
            None => Ok((current, None)),
            Some((Fault::Lost, why)) => {
                let reopened = self.reopen(&current, &why);
                reopened.map_err(|not| (Fault::Lost, format!("{why}; {not}")))
            }
            Some((fault, why)) => Err((fault, format!("{why}, and still is not"))),
        }
    }

    fn reopen(
        &self,
        lost: &Arc<Session>,
        why: &str,
    ) -> Result<(Arc<Session>, Option<String>), String> {
        let Some((adapter, options)) = &self.inner.origin else {
            return Err("a device from `from_wgpu` is not opened again".to_owned());
        };
        let opening = self.inner.opening.lock();
        let mut opening = opening.unwrap_or_else(PoisonError::into_inner);
        let current = self.current();
        if !Arc::ptr_eq(&current, lost) {
            // Another launch has opened it meanwhile.
            return Ok((current, None));
        }
        if self.inner.tries.load(Ordering::Relaxed) == TRIES {
            let often = format!("it was opened again {TRIES} times, and lost each time");
            return Err(often);
        }
        if opening.not_before.is_some_and(|at| Instant::now() < at) {
            return Err("it could not be opened again so far".to_owned());
        }
        let session = match self.open_checked(adapter, options) {
            Ok(session) => session,
            Err(error) => {
                let pause = Duration::from_secs(1 << opening.failures.min(6));
                opening.failures += 1;
                opening.not_before = Instant::now().checked_add(pause);
                return Err(format!("not opened again: {error}"));
            }
        };
        *opening = Opening::default();
        self.inner.tries.fetch_add(1, Ordering::Relaxed);
        log::warn!("{}: {why}; opened again", self.name());
        let mut life = self.life();
        let before = std::mem::replace(&mut life.session, session.clone());
        life.reopened += 1;
        life.last_loss = Some(why.to_owned());
        // Not under the lock: wgpu may wait for what the device was at.
        drop(life);
        drop(before);
        Ok((session, Some(why.to_owned())))
    }

    /// A session that computes right.
    fn open_checked(&self, adapter: &Adapter, options: &OpenOptions) -> Result<Arc<Session>> {
        let session = Session::open(self.name(), adapter, options.features)?;
        let (name, info) = (self.name().to_owned(), self.info().clone());
        let alone = Self::new(name, info, session, None);
        smoke::check(&alone, &smoke::kernel()?)?;
        Ok(alone.current())
    }

    /// A launch on it has ended, and the device did its part.
    pub(crate) fn came_through(&self) {
        self.inner.tries.store(0, Ordering::Relaxed);
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
