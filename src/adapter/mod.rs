//! Stage 1, discover: which GPUs the machine has, and which of them are used.
//!
//! Drivers show more adapters than there are cards: one card through Vulkan and again through GL,
//! through two drivers, or drawn by the CPU. [`adapters`] reads what they show ([`info`]),
//! looks on the PCI bus ([`bus`], through [`machine`]) for GPUs that no driver shows, decides what each one is ([`select`], pure), and keeps the decision with its reasons ([`inventory`]).

mod allocation;
mod bus;
mod info;
mod inventory;
mod machine;
mod memory;
mod policy;
mod select;
#[cfg(test)]
pub(crate) mod tests;

pub use info::{AdapterInfo, AdapterKind, Backend};
pub use inventory::{Adapter, Inventory, LeftOut};
pub use select::Reason;

pub(crate) use bus::{AMD, Controller, INTEL, NVIDIA, SLOTS, unshown};
#[cfg(test)]
pub(crate) use info::identify;
pub(crate) use machine::{Errno, Live, Machine};
pub(crate) use policy::Policy;
pub(crate) use select::{Choice, select};

use crate::doctor;
use crate::error::Result;

/// Finds every adapter of the machine, and says which are used and why the others are not.
///
/// Each physical GPU is listed once, through its best backend, discrete cards first. The environment variable
/// `POLYGPU_VISIBLE_DEVICES` narrows and orders the choice: a comma-separated list of indices, PCI
/// ids or parts of names, such as `0,0000:3b:00.0,radeon`.
///
/// Software adapters are used when there is no GPU, or when they are named there. A GPU that the PCI bus shows
/// (on Linux) and no driver does counts as one: then software is refused, and the error says why, and what mends it
/// ([`doctor`](crate::doctor()) tells more). `POLYGPU_ALLOW_SOFTWARE` set to `1` uses software always, even beside a GPU, and `0` never.
///
/// Where the variable is unset, those of batch systems are obeyed: `CUDA_VISIBLE_DEVICES`, `ROCR_VISIBLE_DEVICES`,
/// `HIP_VISIBLE_DEVICES` and `ZE_AFFINITY_MASK` each restrict the GPUs of their vendor.
///
/// ```no_run
/// println!("{}", polygpu::adapters()?);
/// # Ok::<(), polygpu::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NoAdapter`](crate::Error::NoAdapter) when nothing is left to run on, and
/// [`Error::UnknownAdapter`](crate::Error::UnknownAdapter) when a visible device does not exist.
pub fn adapters() -> Result<Inventory> {
    inventory(&Policy::from_env())
}

/// [`adapters`] under a policy of the caller's.
pub(crate) fn inventory(policy: &Policy) -> Result<Inventory> {
    let raw = discover();
    let infos = read_all(&raw);

    let choice = select(&infos, policy).map_err(|error| {
        let nonconformant = nonconformant(&infos);
        doctor::explain(error, &Live, policy, &infos, &nonconformant)
    })?;
    for warning in &choice.warnings {
        log::warn!("{warning}");
    }
    let inventory = Inventory::new(&infos, &raw, choice);
    for left_out in &inventory.left_out {
        log::warn!("adapter left out: {left_out}");
    }
    Ok(inventory)
}

/// What drivers show, as plain data.
pub(crate) struct Shown {
    /// The adapters that wgpu shows.
    pub adapters: Vec<Adapter>,
    /// GPUs that it hides because their driver does not claim to conform to Vulkan.
    pub nonconformant: Vec<AdapterInfo>,
}

/// All that drivers show, whether it is used or not.
pub(crate) fn shown() -> Shown {
    let raw = discover();
    let infos = read_all(&raw);
    let nonconformant = nonconformant(&infos);
    let adapters = infos.into_iter().zip(raw);
    Shown {
        adapters: adapters
            .map(|(info, raw)| Adapter::new(info, raw))
            .collect(),
        nonconformant,
    }
}

/// What drivers show of GPUs to those alone who do not ask for conformance.
fn nonconformant(infos: &[AdapterInfo]) -> Vec<AdapterInfo> {
    let wanted = wgpu::Backends::VULKAN & wgpu::Backends::all().with_env();
    let flags = wgpu::InstanceFlags::ALLOW_UNDERLYING_NONCOMPLIANT_ADAPTER;
    let mut nonconformant = read_all(&enumerate(wanted, flags));
    let same = |a: &AdapterInfo, b: &AdapterInfo| {
        (a.backend, &a.name, &a.pci, &a.driver) == (b.backend, &b.name, &b.pci, &b.driver)
    };
    nonconformant
        .retain(|hidden| !hidden.is_software() && !infos.iter().any(|info| same(info, hidden)));
    nonconformant
}

/// All adapters that wgpu shows, backend by backend.
///
/// Where XDG_RUNTIME_DIR is unset, Mesa's Vulkan layer `device_select` says so on stderr while it
/// looks for a Wayland display: wgpu asks for Wayland in every instance, and forbids not to.
/// NODEVICE_SELECT=1 turns the layer off.
fn discover() -> Vec<wgpu::Adapter> {
    let wanted = wgpu::Backends::all().with_env();
    // An adapter keeps its whole instance alive. GL gets one of its own, so that its context (and
    // for software GL, its threads) is gone again when another backend's adapter is used instead.
    let flags = wgpu::InstanceFlags::empty();
    [wanted - wgpu::Backends::GL, wanted & wgpu::Backends::GL]
        .into_iter()
        .flat_map(|backends| enumerate(backends, flags))
        .collect()
}

/// The adapters of some backends, in an instance of their own.
fn enumerate(backends: wgpu::Backends, flags: wgpu::InstanceFlags) -> Vec<wgpu::Adapter> {
    if backends.is_empty() {
        return Vec::new();
    }
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        // No validation layers, not even in debug builds: they change timings and memory,
        // and most machines lack them. WGPU_VALIDATION=1 and its like turn them on.
        flags: flags.with_env(),
        backend_options: wgpu::BackendOptions::from_env_or_default(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    pollster::block_on(instance.enumerate_adapters(backends))
}

fn read_all(raw: &[wgpu::Adapter]) -> Vec<AdapterInfo> {
    let mut infos: Vec<AdapterInfo> = raw.iter().map(read).collect();
    info::identify(&mut infos);
    infos
}

fn read(raw: &wgpu::Adapter) -> AdapterInfo {
    let compute = raw
        .get_downlevel_capabilities()
        .flags
        .contains(wgpu::DownlevelFlags::COMPUTE_SHADERS);
    AdapterInfo {
        compute,
        memory_bytes: memory::device_local_bytes(raw),
        ..AdapterInfo::from_wgpu(&raw.get_info())
    }
}
