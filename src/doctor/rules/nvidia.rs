//! Whether the parts of NVIDIA's driver are there, and fit each other.

use crate::adapter::{Controller, NVIDIA};
use crate::doctor::diagnosis::{Finding, Severity};
use crate::doctor::drivers::{Manifest, Serves};
use crate::doctor::packages::{Package, install};
use crate::doctor::scene::{Scene, is_nvidia, on_bus};

pub(super) fn findings(scene: &Scene) -> Vec<Finding> {
    let gpus: Vec<&Controller> = scene
        .hidden
        .iter()
        .copied()
        .filter(|gpu| is_nvidia(gpu))
        .collect();
    if gpus.is_empty() || scene.place.wsl {
        return Vec::new();
    }
    let mut findings = Vec::new();
    findings.extend(mismatch(scene));
    findings.extend(sliced(scene, &gpus));
    if !scene.contained() {
        findings.extend(halves(scene, &gpus));
    }
    findings.extend(compiler(scene));
    findings
}

fn mismatch(scene: &Scene) -> Option<Finding> {
    let (kernel, file) = scene.nvidia.kernel.as_ref()?;
    let versions = scene.nvidia.versions();
    let fits = versions.iter().any(|(version, _)| version == kernel);
    if versions.is_empty() || fits {
        return None;
    }
    let finding = Finding::problem(
        "driver-mismatch",
        "NVIDIA's kernel module and its libraries are of different versions, and refuse each other",
    )
    .saw(format!("{file}: {kernel}"))
    .saw_all(versions.iter().map(|(_, path)| format!("{path} is there")));
    Some(match scene.contained() {
        true => finding.advise("start the container anew, so that it gets the host's libraries as they are now; an image must not bring NVIDIA's driver libraries of its own")
            .advise("if the host's own nvidia-smi fails too: reboot the host"),
        false => finding
            .advise("sudo reboot: the driver was updated, and the old kernel module is still loaded")
            .advise("without a reboot, when nothing uses the card: sudo rmmod nvidia_uvm nvidia_drm nvidia_modeset nvidia && sudo modprobe nvidia"),
    })
}

/// MIG, which cuts a card into instances for CUDA.
fn sliced(scene: &Scene, gpus: &[&Controller]) -> Option<Finding> {
    const CAPABILITIES: &str = "/proc/driver/nvidia/capabilities";
    let mut folders = Vec::new();
    let mut instances = 0;
    for name in scene.machine.list(CAPABILITIES) {
        let folder = format!("{CAPABILITIES}/{name}/mig");
        let Some(number) = name.strip_prefix("gpu") else {
            continue;
        };
        let node = format!("/dev/nvidia{number}");
        // Where the kernel tells which card is which, others say nothing of the hidden ones.
        let of_another = |gpu: &&Controller| {
            let nodes = scene.nodes_of(gpu);
            !nodes.is_empty() && !nodes.contains(&node)
        };
        if !gpus.iter().all(of_another) && scene.machine.exists(&folder) {
            let names = scene.machine.list(&folder);
            instances += names.iter().filter(|name| name.starts_with("gi")).count();
            folders.push(folder);
        }
    }
    if folders.is_empty() {
        return None;
    }
    let seen = folders
        .into_iter()
        .map(|folder| format!("{folder} is there"));
    let finding = if instances == 0 {
        Finding::problem(
            "mig-without-instances",
            "MIG is enabled on the card and no instance is made, so that nothing can use it",
        )
    } else {
        Finding::problem(
            "mig",
            "MIG is enabled on the card, and most cards offer no graphics API, Vulkan among them, on their MIG instances",
        )
        .saw(format!("{instances} GPU instances"))
    };
    Some(finding.saw_all(seen).advise_all(gpus.iter().map(|gpu| {
        format!(
            "use the card whole: sudo nvidia-smi -i {} -mig 0 (jobs on its instances end)",
            gpu.pci
        )
    })))
}

/// A driver without its graphics half, as packages for compute servers install it.
fn halves(scene: &Scene, gpus: &[&Controller]) -> Option<Finding> {
    let manifest = scene.manifests(Serves::Vendor(NVIDIA)).next();
    if scene.nvidia.has_graphics() || manifest.is_some_and(Manifest::works) {
        return None;
    }
    let kernel = scene.nvidia.kernel.as_ref();
    let version = kernel.map(|(version, _)| version.as_str());
    let facts = kernel.map(|(version, file)| format!("{file}: {version}"));
    let finding = if scene.nvidia.has_compute() {
        let libraries = ["libcuda.so.", "libnvidia-ml.so."];
        let library = libraries
            .iter()
            .find_map(|start| scene.nvidia.library(start));
        Finding::problem(
            "compute-only",
            "NVIDIA's driver is installed without its graphics half, which Vulkan needs; CUDA and nvidia-smi work without",
        )
        .saw_all(library.map(|path| format!("{path} is there")))
    } else {
        Finding::problem(
            "nvidia-libraries-missing",
            "NVIDIA's kernel module is loaded, and none of its libraries are installed",
        )
    };
    Some(
        finding
            .saw("no libGLX_nvidia.so.0, no libEGL_nvidia.so.0")
            .saw_all(facts)
            .saw_all(on_bus(gpus))
            .advise(install(&scene.place, Package::NvidiaVulkan { version })),
    )
}

/// The library that compiles SPIR-V: the driver loads it late, and says so on stderr only.
fn compiler(scene: &Scene) -> Option<Finding> {
    let core = scene.nvidia.library("libnvidia-glcore.so.")?;
    if scene.nvidia.library("libnvidia-glvkspirv.so.").is_some() {
        return None;
    }
    let works = scene.manifests(Serves::Vendor(NVIDIA)).any(Manifest::works);
    let severity = match works {
        true => Severity::Problem,
        false => Severity::Warning,
    };
    let version = core.split_once(".so.").map(|(_, version)| version);
    let finding = Finding::new(
        "nvidia-part-missing",
        severity,
        "a part of NVIDIA's Vulkan driver is missing: the library that compiles its shaders",
    )
    .saw(format!("{core} is there"))
    .saw(format!(
        "no libnvidia-glvkspirv.so.{} beside it",
        version.unwrap_or_default()
    ));
    Some(match scene.contained() {
        true => finding.advise("update nvidia-container-toolkit on the host and start the container anew with NVIDIA_DRIVER_CAPABILITIES=all"),
        false => finding.advise(install(&scene.place, Package::NvidiaVulkan { version })),
    })
}
