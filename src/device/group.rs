//! The devices that one launch is spread over.

use super::{Device, Health, OpenOptions, smoke};
use crate::adapter::{Policy, inventory};
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::run::Launch;

/// The devices that a launch may be spread over, numbered from 0.
///
/// Cheap to clone; [`on`](Self::on) and [`only`](Self::only) give views of some of its devices.
///
/// ```
/// use polygpu::DeviceGroup;
///
/// let gpus = DeviceGroup::builder().memory_budget(1 << 30).open()?;
/// for device in gpus.devices() {
///     println!("{}: {}", device.name(), device.info().driver);
/// }
/// let first = gpus.on(0)?;
/// assert_eq!(first.len(), 1);
/// # Ok::<(), polygpu::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct DeviceGroup {
    devices: Vec<Device>,
}

impl DeviceGroup {
    /// Opens every GPU in the machine: those of [`adapters`](crate::adapters()). One that can't be
    /// opened, or that computes a small kernel wrongly, is left out with a warning in the log.
    ///
    /// # Errors
    /// If there is no adapter, a visible device does not exist, or no device can be opened.
    pub fn open() -> Result<Self> {
        Self::builder().open()
    }

    /// Settings for opening.
    pub fn builder() -> DeviceGroupBuilder {
        DeviceGroupBuilder::default()
    }

    /// A group of devices that were opened one by one.
    ///
    /// # Errors
    /// If there are none.
    pub fn from_devices(devices: Vec<Device>) -> Result<Self> {
        if devices.is_empty() {
            return Err(Error::NoAdapter {
                reason: "a group needs at least one device".to_owned(),
            });
        }
        Ok(Self { devices })
    }

    /// The devices, in the order of their numbers.
    pub fn devices(&self) -> &[Device] {
        &self.devices
    }

    /// Number of devices, at least 1.
    #[expect(
        clippy::len_without_is_empty,
        reason = "a group always has a device, so it is never empty"
    )]
    pub fn len(&self) -> usize {
        self.devices.len()
    }

    /// How each device is, in the order of their numbers.
    pub fn health(&self) -> Vec<Health> {
        self.devices.iter().map(Device::health).collect()
    }

    /// One device of the group.
    ///
    /// # Errors
    /// If there is no such device.
    pub fn on(&self, index: usize) -> Result<Self> {
        self.only([index])
    }

    /// Some devices of the group, in this order.
    ///
    /// # Errors
    /// If there is no such device, or none is named.
    pub fn only(&self, indices: impl IntoIterator<Item = usize>) -> Result<Self> {
        let devices = indices.into_iter().map(|index| {
            self.devices.get(index).cloned().ok_or(Error::DeviceIndex {
                index,
                len: self.devices.len(),
            })
        });
        Self::from_devices(devices.collect::<Result<_>>()?)
    }

    /// Begins a launch of a kernel on this group. Nothing happens before [`Launch::run`].
    pub fn launch<'a>(&self, kernel: &Kernel) -> Launch<'a> {
        Launch::new(self.devices.clone(), kernel.clone())
    }
}

/// Settings for [`DeviceGroup::open`].
#[derive(Debug, Clone, Default)]
#[must_use = "a builder opens nothing until `open` is called"]
pub struct DeviceGroupBuilder {
    visible: Option<String>,
    allow_software: Option<bool>,
    options: OpenOptions,
    logical_devices: Option<usize>,
}

impl DeviceGroupBuilder {
    /// Which adapters, in which order: indices, PCI ids or parts of names, separated by commas, as
    /// in `POLYGPU_VISIBLE_DEVICES`, which this overrules.
    pub fn visible(mut self, visible: impl Into<String>) -> Self {
        self.visible = Some(visible.into());
        self
    }

    /// Whether software adapters are used: always, even beside a GPU, or never. Those that are named as
    /// visible are used in any case.
    ///
    /// This overrules the environment variable `POLYGPU_ALLOW_SOFTWARE` (`1` or `0`). Without either, they are
    /// used when there is no GPU, not even one on the PCI bus that lacks its driver.
    pub fn allow_software(mut self, allow: bool) -> Self {
        self.allow_software = Some(allow);
        self
    }

    /// Features of wgpu's that every device must have, beyond those that kernels may ask for.
    pub fn features(mut self, features: wgpu::Features) -> Self {
        self.options.features = features;
        self
    }

    /// Bytes of memory that a launch may take on each device at a time, transfers included.
    /// Without this, four fifths of the device's memory where it is known.
    pub fn memory_budget(mut self, bytes: u64) -> Self {
        self.options.memory_budget = Some(bytes);
        self
    }

    /// Opens each adapter `n` times, to develop for several GPUs on one.
    pub fn logical_devices(mut self, n: usize) -> Self {
        self.logical_devices = Some(n);
        self
    }

    /// Opens the devices. One that can't be opened, or that computes a small kernel wrongly, is left out with a
    /// warning.
    ///
    /// # Errors
    /// If there is no adapter, a visible device does not exist, or no device can be opened.
    pub fn open(self) -> Result<DeviceGroup> {
        let mut policy = Policy::from_env();
        policy.visible = self.visible.or(policy.visible);
        policy.allow_software = self.allow_software.or(policy.allow_software);
        let found = inventory(&policy)?;
        let known_answer = smoke::kernel()?;
        let mut devices = Vec::new();
        let mut failure = None;
        for adapter in &found.adapters {
            for logical in 0..self.logical_devices.unwrap_or(1) {
                let options = OpenOptions {
                    logical: self.logical_devices.map(|_| logical),
                    ..self.options.clone()
                };
                let open = || {
                    let device = Device::open_with(adapter, &options)?;
                    if logical > 0 {
                        return Ok(device);
                    }
                    smoke::check(&device, &known_answer)?;
                    Ok(device)
                };
                match open() {
                    Ok(device) => devices.push(device),
                    Err(error) => {
                        log::warn!("left out: {error}");
                        failure.get_or_insert(error);
                    }
                }
            }
        }
        match failure {
            Some(error) if devices.is_empty() => Err(error),
            _ => DeviceGroup::from_devices(devices),
        }
    }
}
