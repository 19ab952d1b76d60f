//! The GPUs that the PCI bus shows, whatever drivers there are.
//!
//! Without it a GPU whose driver is missing looks like no GPU at all, and the CPU would silently do its work.

use std::fmt;
use std::path::Path;

use super::info::AdapterInfo;

const NVIDIA: u32 = 0x10de;
const AMD: u32 = 0x1002;
const INTEL: u32 = 0x8086;

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
    fn is_given_away(&self) -> bool {
        self.driver.as_deref() == Some("vfio-pci")
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

    /// What to do so that a driver shows it.
    fn advice(&self) -> &'static str {
        match (self.vendor, self.driver.as_deref()) {
            (NVIDIA, Some("nvidia")) => {
                "the Vulkan half of its driver is missing: install libnvidia-gl-<branch> (Debian, Ubuntu; the branch \
                 is that of the kernel driver) or nvidia-driver-libs (RHEL); in a container set \
                 NVIDIA_DRIVER_CAPABILITIES=all and run with --gpus all"
            }
            (NVIDIA, None | Some("nouveau")) => "install the NVIDIA driver",
            (_, Some("amdgpu" | "i915" | "xe")) => {
                "install mesa-vulkan-drivers, and check that /dev/dri/renderD* exists and may be opened (groups \
                 render, video); in a container pass --device /dev/dri"
            }
            (_, None) => "install its kernel driver and the Vulkan driver of its vendor",
            (_, Some(_)) => "install the Vulkan driver of its vendor, or mesa-vulkan-drivers",
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
pub(super) fn unshown<'a>(bus: &'a [Controller], found: &[AdapterInfo]) -> Vec<&'a Controller> {
    bus.iter()
        .filter(|gpu| gpu.is_gpu() && !gpu.is_given_away())
        .filter(|gpu| !found.iter().any(|info| gpu.is_shown_as(info)))
        .collect()
}

/// A line for each GPU, with what to do.
pub(super) fn advice(gpus: &[&Controller]) -> String {
    gpus.iter()
        .map(|gpu| format!("\n  {gpu}: {}", gpu.advice()))
        .collect()
}

/// The controllers that Linux lists in `sys/bus/pci` under `root`, by slot. None where there is no such folder.
pub(super) fn controllers(root: &Path) -> Vec<Controller> {
    let Ok(slots) = std::fs::read_dir(root.join("sys/bus/pci/devices")) else {
        return Vec::new();
    };
    let mut found: Vec<Controller> = slots
        .flatten()
        .filter_map(|slot| controller(&slot.path()))
        .collect();
    found.sort_by(|a, b| a.pci.cmp(&b.pci));
    found
}

fn controller(slot: &Path) -> Option<Controller> {
    let number = |file: &str| {
        let text = std::fs::read_to_string(slot.join(file)).ok()?;
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
    let driver = std::fs::read_link(slot.join("driver")).ok();
    let last = |path: &Path| Some(path.file_name()?.to_string_lossy().into_owned());
    Some(Controller {
        pci: last(slot)?.to_ascii_lowercase(),
        vendor,
        device: number("device")?,
        class,
        driver: driver.as_deref().and_then(last),
    })
}
