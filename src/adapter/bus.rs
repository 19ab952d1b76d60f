//! The GPUs that the PCI bus shows, whatever drivers there are.
//!
//! Without it a GPU whose driver is missing looks like no GPU at all, and the CPU would silently do its work.

use std::fmt;

use super::info::AdapterInfo;
use super::machine::Machine;

pub(crate) const NVIDIA: u32 = 0x10de;
pub(crate) const AMD: u32 = 0x1002;
pub(crate) const INTEL: u32 = 0x8086;

/// Display chips that compute nothing, by vendor and model (any, where `None`): they draw a server's console or a
/// virtual machine's screen. Software is what such a machine has.
const DISPLAY_ONLY: [(u32, Option<u32>); 15] = [
    (0x1a03, None),         // ASPEED
    (0x102b, None),         // Matrox
    (0x1013, None),         // Cirrus
    (0x1234, None),         // QEMU, Bochs
    (0x1b36, None),         // QXL
    (0x80ee, None),         // VirtualBox
    (0x1af4, None),         // virtio
    (0x15ad, None),         // VMware
    (0x126f, None),         // Silicon Motion
    (0x18ca, None),         // XGI
    (0x1414, Some(0x5353)), // Hyper-V's synthetic video
    (0x19e5, Some(0x1711)), // Huawei iBMC
    (AMD, Some(0x515e)),    // ES1000, in old servers
    (AMD, Some(0x5969)),    // ES1000
    (AMD, Some(0x4752)),    // Rage XL
];

/// A display controller or an accelerator on the PCI bus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Controller {
    /// Its slot, such as `0000:3b:00.0`.
    pub pci: String,
    pub vendor: u32,
    pub device: u32,
    /// Class, subclass and programming interface, a byte each.
    pub class: u32,
    /// The kernel driver that is bound to it.
    pub driver: Option<String>,
}

impl Controller {
    /// Whether it is one that computes, as far as its ids tell.
    pub fn is_gpu(&self) -> bool {
        !DISPLAY_ONLY.iter().any(|&(vendor, device)| {
            vendor == self.vendor && device.is_none_or(|device| device == self.device)
        })
    }

    /// Whether it was given to a virtual machine: then it is not ours to use.
    pub fn is_given_away(&self) -> bool {
        let driver = self.driver.as_deref().unwrap_or_default().replace('_', "-");
        driver.ends_with("vfio-pci") || matches!(&*driver, "pci-stub" | "pciback")
    }

    /// Whether a driver shows it. By the slot where the driver knows it, else by the model, else (GL) by the vendor.
    fn is_shown_as(&self, info: &AdapterInfo) -> bool {
        if info.is_software() {
            return false;
        }
        match &info.pci {
            Some(pci) => *pci == self.pci,
            None => info.vendor == self.vendor && [0, self.device].contains(&info.device),
        }
    }
}

impl fmt::Display for Controller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.vendor {
            NVIDIA => "NVIDIA ",
            AMD => "AMD ",
            INTEL => "Intel ",
            _ => "",
        })?;
        let (vendor, device, pci) = (self.vendor, self.device, &self.pci);
        write!(f, "GPU {vendor:04x}:{device:04x} at {pci} (")?;
        match &self.driver {
            Some(driver) => write!(f, "kernel driver {driver})"),
            None => f.write_str("no kernel driver)"),
        }
    }
}

/// The GPUs on the bus that none of the adapters found stands for.
pub(crate) fn unshown<'a>(bus: &'a [Controller], found: &[AdapterInfo]) -> Vec<&'a Controller> {
    bus.iter()
        .filter(|gpu| gpu.is_gpu() && !gpu.is_given_away())
        .filter(|gpu| !found.iter().any(|info| gpu.is_shown_as(info)))
        .collect()
}

/// A line for each GPU.
pub(super) fn listing(gpus: &[&Controller]) -> String {
    gpus.iter().map(|gpu| format!("\n  {gpu}")).collect()
}

/// Where Linux lists what is on the PCI bus.
pub(crate) const SLOTS: &str = "/sys/bus/pci/devices";

/// The controllers that Linux lists, by slot. None where there is no such folder.
pub(crate) fn controllers(machine: &dyn Machine) -> Vec<Controller> {
    let slots = machine.list(SLOTS);
    let found = slots.iter().filter_map(|slot| controller(machine, slot));
    found.collect()
}

fn controller(machine: &dyn Machine, slot: &str) -> Option<Controller> {
    let number = |file: &str| {
        let text = machine.read(&format!("{SLOTS}/{slot}/{file}")).ok()?;
        u32::from_str_radix(text.trim().trim_start_matches("0x"), 16).ok()
    };
    let (class, vendor) = (number("class")?, number("vendor")?);
    // VGA, 3D and other display controllers. Processing accelerators are GPUs of AMD's (Instinct); of other
    // vendors, they are FPGAs and the like.
    let wanted = match class >> 8 {
        0x0300 | 0x0302 | 0x0380 => true,
        0x1200 => vendor == AMD,
        _ => false,
    };
    if !wanted {
        return None;
    }
    let driver = machine.link(&format!("{SLOTS}/{slot}/driver"));
    let last = |path: String| path.rsplit('/').next().map(str::to_owned);
    Some(Controller {
        pci: slot.to_ascii_lowercase(),
        vendor,
        device: number("device")?,
        class,
        driver: driver.and_then(last),
    })
}
