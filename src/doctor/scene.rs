//! All that the rules look at, gathered once.

use super::drivers::{Drivers, Manifest, Serves, libraries};
use super::place::Place;
use crate::adapter::{
    AdapterInfo, Choice, Controller, Errno, Machine, NVIDIA, Policy, SLOTS, select, unshown,
};
use crate::error::Result;

/// A machine, and what was made of it.
pub(super) struct Scene<'a> {
    pub machine: &'a dyn Machine,
    pub policy: &'a Policy,
    /// The adapters that drivers show.
    pub found: &'a [AdapterInfo],
    /// Adapters that wgpu hides because their driver is not conformant.
    pub nonconformant: &'a [AdapterInfo],
    /// Which of them are used.
    pub choice: Result<Choice>,
    /// The GPUs on the bus that no driver shows, and that this program ought to see.
    pub hidden: Vec<&'a Controller>,
    /// Those that a container or a batch system keeps from this program while it was given another.
    pub withheld: Vec<&'a Controller>,
    pub place: Place,
    pub drivers: Drivers,
    pub nvidia: Nvidia,
}

/// What there is of NVIDIA's driver.
pub(super) struct Nvidia {
    /// The version of the kernel module that is loaded, and the file that says so.
    pub kernel: Option<(String, &'static str)>,
    /// Its libraries: path and file name.
    pub libraries: Vec<(String, String)>,
}

impl<'a> Scene<'a> {
    pub fn new(
        machine: &'a dyn Machine,
        policy: &'a Policy,
        found: &'a [AdapterInfo],
        nonconformant: &'a [AdapterInfo],
    ) -> Self {
        let is_gpu = |info: &AdapterInfo| !info.is_software();
        let mut hidden = unshown(&policy.bus, found);
        hidden.retain(|gpu| {
            let shown = |info: &AdapterInfo| info.pci.as_deref() == Some(&*gpu.pci);
            // Direct3D in WSL tells the card's own ids, and the bus Microsoft's.
            let translated = gpu.vendor == MICROSOFT && found.iter().any(is_gpu);
            !translated && !nonconformant.iter().any(shown)
        });
        let mut scene = Self {
            machine,
            policy,
            found,
            nonconformant,
            choice: select(found, policy),
            hidden,
            withheld: Vec::new(),
            place: Place::of(machine),
            drivers: Drivers::of(machine),
            nvidia: Nvidia::of(machine),
        };
        if scene.shows_gpu() {
            let hidden = std::mem::take(&mut scene.hidden);
            (scene.withheld, scene.hidden) =
                hidden.into_iter().partition(|gpu| scene.is_withheld(gpu));
        }
        scene
    }

    /// Whether the card's nodes are not here, or the device cgroup forbids them: then others have it.
    fn is_withheld(&self, gpu: &Controller) -> bool {
        let nodes = self.nodes_of(gpu);
        if nodes.is_empty() {
            // A container may hide which node is the card's: then there must be none to spare.
            let nvidia = |info: &&AdapterInfo| info.vendor == NVIDIA && !info.is_software();
            let shown = self.found.iter().filter(nvidia).count();
            let numbered = |node: &String| node != "/dev/nvidiactl";
            let spare = self
                .nvidia_nodes()
                .iter()
                .filter(|node| numbered(node))
                .count()
                > shown;
            return self.contained() && !(gpu.vendor == NVIDIA && spare);
        }
        let mut there = nodes
            .iter()
            .filter(|node| self.machine.exists(node))
            .peekable();
        if there.peek().is_none() {
            return self.contained();
        }
        there.all(|node| self.machine.open(node) == Err(Errno::Forbidden))
    }

    /// The nodes by which a card's driver is reached, as far as the kernel tells which they are.
    pub fn nodes_of(&self, gpu: &Controller) -> Vec<String> {
        if gpu.vendor == NVIDIA {
            let path = format!("/proc/driver/nvidia/gpus/{}/information", gpu.pci);
            let text = self.machine.read(&path).unwrap_or_default();
            let mut lines = text.lines();
            let minor = lines.find_map(|line| line.strip_prefix("Device Minor:"));
            let node = minor.map(|minor| format!("/dev/nvidia{}", minor.trim()));
            if node.is_some() {
                return node.into_iter().collect();
            }
        }
        render_nodes(self.machine.list(&format!("{SLOTS}/{}/drm", gpu.pci)))
    }

    /// Whether a GPU is used.
    pub fn usable(&self) -> bool {
        let used = |choice: &Choice| {
            let mut infos = choice
                .order
                .iter()
                .filter_map(|index| self.found.get(*index));
            infos.any(|info| !info.is_software())
        };
        self.choice.as_ref().is_ok_and(used)
    }

    /// Whether a driver shows a GPU, used or not.
    pub fn shows_gpu(&self) -> bool {
        self.found.iter().any(|info| !info.is_software())
    }

    pub fn contained(&self) -> bool {
        self.place.container.is_some()
    }

    /// The vendors of the hidden GPUs.
    pub fn hidden_vendors(&self) -> Vec<u32> {
        let mut vendors: Vec<u32> = self.hidden.iter().map(|gpu| gpu.vendor).collect();
        vendors.sort_unstable();
        vendors.dedup();
        vendors
    }

    /// The hidden GPUs of a vendor whose kernel driver is one of these.
    pub fn hidden_with(&self, vendor: u32, drivers: &[&str]) -> Vec<&'a Controller> {
        let bound = |gpu: &Controller| {
            let driver = gpu.driver.as_deref();
            driver.is_some_and(|driver| drivers.contains(&driver))
        };
        let gpus = self.hidden.iter().copied();
        gpus.filter(|gpu| gpu.vendor == vendor && bound(gpu))
            .collect()
    }

    /// The manifests of the drivers for a vendor's GPUs.
    pub fn manifests(&self, serves: Serves) -> impl Iterator<Item = &Manifest> {
        let manifests = self.drivers.manifests.iter();
        manifests.filter(move |manifest| manifest.serves == serves && !manifest.is_foreign())
    }

    /// A variable as a fact.
    pub fn variable(&self, name: &str) -> String {
        match self.machine.env(name) {
            Some(value) => format!("{name}={value}"),
            None => format!("{name} is not set"),
        }
    }

    /// The nodes by which NVIDIA's driver is reached, without those of its helpers.
    pub fn nvidia_nodes(&self) -> Vec<String> {
        let mut nodes = self.machine.list("/dev");
        nodes.retain(|name| {
            let number = name.strip_prefix("nvidia").unwrap_or_default();
            let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            numbered || name == "nvidiactl"
        });
        nodes.iter().map(|name| format!("/dev/{name}")).collect()
    }
}

pub(super) fn render_nodes(names: Vec<String>) -> Vec<String> {
    let names = names.into_iter().filter(|name| name.starts_with("renderD"));
    names.map(|name| format!("/dev/dri/{name}")).collect()
}

/// The vendor id of the GPU that WSL and Hyper-V show.
pub(super) const MICROSOFT: u32 = 0x1414;

/// `NVIDIA GPU 10de:20b0 at 0000:3b:00.0 (kernel driver nvidia)`, one each.
pub(super) fn on_bus(gpus: &[&Controller]) -> Vec<String> {
    let lines = gpus.iter().map(|gpu| format!("on the PCI bus: {gpu}"));
    lines.collect()
}

impl Nvidia {
    fn of(machine: &dyn Machine) -> Self {
        let starts = [
            "libGLX_nvidia.so.",
            "libEGL_nvidia.so.",
            "libcuda.so.",
            "libnvidia-ml.so.",
            "libnvidia-glcore.so.",
            "libnvidia-glvkspirv.so.",
        ];
        Self {
            kernel: kernel_version(machine),
            libraries: libraries(machine, &starts),
        }
    }

    /// The first library whose name starts so.
    pub fn library(&self, start: &str) -> Option<&str> {
        let mut libraries = self.libraries.iter();
        let (path, _) = libraries.find(|(_, name)| name.starts_with(start))?;
        Some(path)
    }

    /// Whether the half of the driver that Vulkan needs is there.
    pub fn has_graphics(&self) -> bool {
        self.library("libGLX_nvidia.so.").is_some() || self.library("libEGL_nvidia.so.").is_some()
    }

    /// Whether the half that CUDA and nvidia-smi need is there.
    pub fn has_compute(&self) -> bool {
        self.library("libcuda.so.").is_some() || self.library("libnvidia-ml.so.").is_some()
    }

    /// The versions in the names of its libraries, with a path each.
    pub fn versions(&self) -> Vec<(&str, &str)> {
        let mut versions: Vec<(&str, &str)> = Vec::new();
        for (path, name) in &self.libraries {
            let version = name.split_once(".so.").map_or("", |(_, version)| version);
            // `.so.0` and `.so.1` are the names that others link to.
            if version.contains('.') && !versions.iter().any(|(known, _)| *known == version) {
                versions.push((version, path));
            }
        }
        versions
    }
}

fn kernel_version(machine: &dyn Machine) -> Option<(String, &'static str)> {
    const MODULE: &str = "/sys/module/nvidia/version";
    const PROC: &str = "/proc/driver/nvidia/version";
    if let Ok(text) = machine.read(MODULE) {
        return Some((text.trim().to_owned(), MODULE));
    }
    let text = machine.read(PROC).ok()?;
    let line = text.lines().next()?;
    let is_version = |word: &&str| {
        word.contains('.')
            && word
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let version = line.split_whitespace().find(is_version)?;
    Some((version.to_owned(), PROC))
}

/// Whether a card is NVIDIA's, driven by NVIDIA's own module.
pub(super) fn is_nvidia(gpu: &Controller) -> bool {
    gpu.vendor == NVIDIA && gpu.driver.as_deref() == Some("nvidia")
}
