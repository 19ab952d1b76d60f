//! What is known of one adapter, as plain data.

use std::collections::BTreeMap;
use std::fmt;

/// What kind of processor an adapter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum AdapterKind {
    /// A card with memory of its own.
    Discrete,
    /// A GPU that shares the CPU's memory.
    Integrated,
    /// A GPU that a hypervisor shows.
    Virtual,
    /// A GPU whose driver does not say more.
    Other,
    /// The CPU, standing in for a GPU.
    Software,
}

impl fmt::Display for AdapterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Discrete => "discrete",
            Self::Integrated => "integrated",
            Self::Virtual => "virtual",
            Self::Other => "other",
            Self::Software => "software",
        })
    }
}

/// The graphics API that an adapter is driven through, best for compute first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Backend {
    /// Vulkan.
    Vulkan,
    /// Metal.
    Metal,
    /// Direct3D 12.
    Dx12,
    /// OpenGL or OpenGL ES.
    Gl,
    /// Any other of wgpu's backends: WebGPU in a browser, or the one that does nothing.
    Other,
}

impl Backend {
    /// Its usual name, such as `Vulkan`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vulkan => "Vulkan",
            Self::Metal => "Metal",
            Self::Dx12 => "DX12",
            Self::Gl => "GL",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a driver tells of one adapter.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AdapterInfo {
    /// The name that the driver gives: a model, which identical cards share.
    pub name: String,
    /// Which of the equally named adapters of its backend this is, counted from 0 in the order of
    /// their PCI ids, then as the driver lists them. `None` where the name is unique.
    pub ordinal: Option<u32>,
    /// The vendor's id, mostly its PCI vendor id. 0 where unknown.
    pub vendor: u32,
    /// The model's id, mostly its PCI device id. 0 where unknown.
    pub device: u32,
    /// Discrete, integrated, and so on.
    pub kind: AdapterKind,
    /// Where the card is plugged in, `domain:bus:device.function` such as `0000:3b:00.0`. `None`
    /// where the driver does not say, or says it in a way that can't be trusted.
    pub pci: Option<String>,
    /// The driver's name. May be empty.
    pub driver: String,
    /// The driver's version, as text. May be empty.
    pub driver_info: String,
    /// The API that the adapter is driven through.
    pub backend: Backend,
    /// The size of its largest device-local memory. `None` where unknown.
    pub memory_bytes: Option<u64>,
    /// The smallest subgroup that a kernel may run with, in invocations.
    pub subgroup_min_size: u32,
    /// The largest subgroup that a kernel may run with, in invocations.
    pub subgroup_max_size: u32,
    /// Whether it runs compute shaders at all: old GL drivers do not.
    pub compute: bool,
}

impl AdapterInfo {
    /// The name, with the ordinal where it takes one to tell equal adapters apart:
    /// `NVIDIA A100 #1`.
    pub fn label(&self) -> String {
        match self.ordinal {
            Some(ordinal) => format!("{} #{ordinal}", self.name),
            None => self.name.clone(),
        }
    }

    /// Whether the CPU does the work.
    pub fn is_software(&self) -> bool {
        self.kind == AdapterKind::Software
    }

    /// All that wgpu tells without looking at the adapter itself: memory is unknown, compute assumed.
    pub(crate) fn from_wgpu(info: &wgpu::AdapterInfo) -> Self {
        let known = |text: &str| match text {
            // What wgpu says where a Vulkan driver says nothing.
            "?" => String::new(),
            text => text.trim().to_owned(),
        };
        let pci = info.device_pci_bus_id.to_ascii_lowercase();
        Self {
            name: known(&info.name),
            ordinal: None,
            vendor: info.vendor,
            device: info.device,
            kind: kind(info),
            pci: Some(pci).filter(|pci| !pci.is_empty()),
            driver: known(&info.driver),
            driver_info: known(&info.driver_info),
            backend: match info.backend {
                wgpu::Backend::Vulkan => Backend::Vulkan,
                wgpu::Backend::Metal => Backend::Metal,
                wgpu::Backend::Dx12 => Backend::Dx12,
                wgpu::Backend::Gl => Backend::Gl,
                wgpu::Backend::Noop | wgpu::Backend::BrowserWebGpu => Backend::Other,
            },
            memory_bytes: None,
            subgroup_min_size: info.subgroup_min_size,
            subgroup_max_size: info.subgroup_max_size,
            compute: true,
        }
    }

    /// The place in the inventory: discrete, integrated, other, software, each by PCI id as
    /// nvidia-smi counts.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        let kind = match self.kind {
            AdapterKind::Discrete => 0,
            AdapterKind::Integrated => 1,
            AdapterKind::Virtual | AdapterKind::Other => 2,
            AdapterKind::Software => 3,
        };
        // Where the CPU has to do, the driver makes the difference: lavapipe is several times
        // faster than SwiftShader.
        let slowness = match self.kind {
            AdapterKind::Software if self.is_named(&["llvmpipe", "lavapipe"]) => 0,
            AdapterKind::Software if self.is_named(&["swiftshader"]) => 2,
            _ => 1,
        };
        let no_pci = self.pci.is_none();
        (kind, slowness, no_pci, self.pci.clone(), self.ordinal)
    }

    fn is_named(&self, parts: &[&str]) -> bool {
        let name = self.name.to_lowercase();
        parts.iter().any(|part| name.contains(part))
    }
}

/// The kind that wgpu reports, unless the name gives a rasteriser away that calls itself a GPU.
fn kind(info: &wgpu::AdapterInfo) -> AdapterKind {
    const SOFTWARE: [&str; 5] = [
        "llvmpipe",
        "lavapipe",
        "softpipe",
        "swiftshader",
        "microsoft basic render",
    ];
    let name = info.name.to_lowercase();
    if SOFTWARE.iter().any(|part| name.contains(part)) {
        return AdapterKind::Software;
    }
    match info.device_type {
        wgpu::DeviceType::DiscreteGpu => AdapterKind::Discrete,
        wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
        wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
        wgpu::DeviceType::Other => AdapterKind::Other,
        wgpu::DeviceType::Cpu => AdapterKind::Software,
    }
}

/// Makes the identities of adapters found together trustworthy and distinct.
pub(crate) fn identify(found: &mut [AdapterInfo]) {
    forget_shared_pci(found);
    number_namesakes(found);
}

/// On DX12 wgpu looks the PCI id up by vendor and model, so twin cards all get the first one's:
/// such an id says nothing.
fn forget_shared_pci(found: &mut [AdapterInfo]) {
    let mut by_pci: BTreeMap<String, Vec<&mut AdapterInfo>> = BTreeMap::new();
    for info in found.iter_mut().filter(|i| i.backend == Backend::Dx12) {
        if let Some(pci) = info.pci.clone() {
            by_pci.entry(pci).or_default().push(info);
        }
    }
    for info in by_pci.into_values().filter(|same| same.len() > 1).flatten() {
        info.pci = None;
    }
}

fn number_namesakes(found: &mut [AdapterInfo]) {
    let mut in_order: Vec<&mut AdapterInfo> = found.iter_mut().collect();
    in_order.sort_by_key(|info| info.rank());

    let mut by_name: BTreeMap<(Backend, String), Vec<&mut AdapterInfo>> = BTreeMap::new();
    for info in in_order {
        let key = (info.backend, info.name.clone());
        by_name.entry(key).or_default().push(info);
    }
    for namesakes in by_name.into_values().filter(|same| same.len() > 1) {
        for (ordinal, info) in (0..).zip(namesakes) {
            info.ordinal = Some(ordinal);
        }
    }
}
