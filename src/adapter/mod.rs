//! Stage 1, discover: which GPUs the machine has, and which of them are used.
//!
//! Drivers show more adapters than there are cards: one card through Vulkan and again through GL,
//! through two drivers, or drawn by the CPU. [`adapters`] reads what they show ([`info`]),
//! looks on the PCI bus for GPUs that no driver shows ([`bus`]), decides what each one is ([`select`], pure), and keeps the decision with its reasons ([`inventory`]).

mod allocation;
mod bus;
mod info;
mod inventory;
mod memory;
mod policy;
mod select;
#[cfg(test)]
mod tests;

pub use info::{AdapterInfo, AdapterKind, Backend};
pub use inventory::{Adapter, Inventory, LeftOut};
pub use select::Reason;

pub(crate) use policy::Policy;

use crate::error::Result;

/// Finds every adapter of the machine, and says which are used and why the others are not.
///
/// Each physical GPU is listed once, through its best backend, discrete cards first. The environment variable
/// `POLYGPU_VISIBLE_DEVICES` narrows and orders the choice: a comma-separated list of indices, PCI
/// ids or parts of names, such as `0,0000:3b:00.0,radeon`.
///
/// Software adapters are used when there is no GPU, or when they are named there. A GPU that the PCI bus shows
/// (on Linux) and no driver does counts as one: then software is refused, and the error says which driver to
/// install. `POLYGPU_ALLOW_SOFTWARE` set to `1` uses software always, even beside a GPU, and `0` never.
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
    let mut infos: Vec<AdapterInfo> = raw.iter().map(read).collect();
    info::identify(&mut infos);

    let choice = select::select(&infos, policy)?;
    for warning in &choice.warnings {
        log::warn!("{warning}");
    }
    let inventory = Inventory::new(&infos, &raw, choice);
    for left_out in &inventory.left_out {
        log::warn!("adapter left out: {left_out}");
    }
    Ok(inventory)
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
    [wanted - wgpu::Backends::GL, wanted & wgpu::Backends::GL]
        .into_iter()
        .filter(|backends| !backends.is_empty())
        .flat_map(|backends| {
            let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
                backends,
                // No validation layers, not even in debug builds: they change timings and memory,
                // and most machines lack them. WGPU_VALIDATION=1 and its like turn them on.
                flags: wgpu::InstanceFlags::empty().with_env(),
                backend_options: wgpu::BackendOptions::from_env_or_default(),
                ..wgpu::InstanceDescriptor::new_without_display_handle()
            });
            pollster::block_on(instance.enumerate_adapters(backends))
        })
        .collect()
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
