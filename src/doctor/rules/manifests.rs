//! Whether the Vulkan loader is there, and finds a driver that loads.

use crate::adapter::{AMD, Errno, INTEL, NVIDIA};
use crate::doctor::diagnosis::{Finding, Severity};
use crate::doctor::drivers::{Manifest, Serves, State, Unloadable};
use crate::doctor::packages::{Package, install};
use crate::doctor::scene::{MICROSOFT, Scene, on_bus};

/// `explained` has the vendors of whose GPUs a cause nearer to the root was found.
pub(super) fn findings(scene: &Scene, explained: &[u32]) -> Vec<Finding> {
    if scene.hidden.is_empty() && scene.shows_gpu() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    findings.extend(loader(scene));
    findings.extend(dangling(scene));
    findings.extend(none_at_all(scene, explained));
    findings.extend(not_json(scene));
    let search_works = findings.is_empty();
    for vendor in wanted(scene) {
        let known = vendor.is_some_and(|vendor| explained.contains(&vendor));
        findings.extend(of_vendor(scene, vendor, known || !search_works));
    }
    findings
}

/// The vendors whose GPUs are hidden. Where there is no GPU, every driver counts that a machine without one could use.
fn wanted(scene: &Scene) -> Vec<Option<u32>> {
    let mut vendors = scene.hidden_vendors();
    if scene.place.wsl {
        // The card that the bus shows is driven over Direct3D, if there is a driver that can.
        vendors.retain(|vendor| *vendor != MICROSOFT);
        let over_direct3d = scene.manifests(Serves::Direct3d).next();
        if over_direct3d.is_some() && scene.nonconformant.is_empty() {
            vendors.push(MICROSOFT);
        }
    }
    let mut vendors: Vec<Option<u32>> = vendors.into_iter().map(Some).collect();
    if vendors.is_empty() && scene.found.is_empty() {
        vendors.push(None);
    }
    vendors
}

fn loader(scene: &Scene) -> Option<Finding> {
    let why = scene.drivers.loader.as_ref().err()?;
    let place = &scene.place;
    Some(match why {
        Unloadable::Missing => Finding::problem(
            "loader-missing",
            "the Vulkan loader is not installed, so that no Vulkan driver is looked for",
        )
        .saw("libvulkan.so.1: not found by the dynamic linker")
        .advise(install(place, Package::Loader)),
        Unloadable::Needs(library) => Finding::problem(
            "loader-broken",
            format!("the Vulkan loader is there, and a library that it needs is not: {library}"),
        )
        .saw(format!(
            "libvulkan.so.1 needs {library}, which is not found"
        ))
        .advise(install(place, Package::Library(library))),
        Unloadable::OtherCpu | Unloadable::Other(_) => {
            let text = match why {
                Unloadable::Other(text) => text.clone(),
                _ => "it is for another kind of CPU".to_owned(),
            };
            Finding::problem(
                "loader-broken",
                "the Vulkan loader is there and does not load",
            )
            .saw(format!("libvulkan.so.1: {text}"))
            .advise(format!(
                "install it anew: {}",
                install(place, Package::Loader)
            ))
        }
    })
}

/// A variable that replaces the search, and names what is not there.
fn dangling(scene: &Scene) -> Option<Finding> {
    let (name, value) = scene.drivers.instead.as_ref()?;
    let missing = &scene.drivers.dangling;
    if missing.is_empty() || scene.drivers.manifests.iter().any(Manifest::works) {
        return None;
    }
    let finding = Finding::problem(
        "driver-files-dangling",
        format!(
            "{name} replaces the loader's search for drivers, and names files that do not exist"
        ),
    );
    let others = scene
        .drivers
        .manifests
        .iter()
        .map(|manifest| &manifest.path);
    let others = others.map(|path| format!("{path} is there, and is passed over"));
    Some(
        finding
            .saw(format!("{name}={value}"))
            .saw_all(missing.iter().map(|path| format!("{path}: no such file")))
            .saw_all(others)
            .advise(format!("unset {name}")),
    )
}

/// Files that are no JSON, whosever driver they describe.
fn not_json(scene: &Scene) -> Option<Finding> {
    let manifests = scene.drivers.manifests.iter();
    let read = manifests.filter(|manifest| manifest.hidden.is_none());
    let broken = read.filter_map(|manifest| match &manifest.state {
        State::NotJson(why) => Some(format!("{}: {why}", manifest.path)),
        _ => None,
    });
    let broken: Vec<String> = broken.collect();
    if broken.is_empty() {
        return None;
    }
    let finding = Finding::problem(
        "icd-not-json",
        "the description of a Vulkan driver (ICD json) is no JSON: many loaders give up on all drivers at one such file",
    );
    Some(
        finding
            .saw_all(broken)
            .advise("remove the file, or install the driver that it belongs to anew"),
    )
}

/// No manifest of any driver.
fn none_at_all(scene: &Scene, explained: &[u32]) -> Option<Finding> {
    let drivers = &scene.drivers;
    let foreign = drivers.manifests.iter().all(Manifest::is_foreign);
    // Where only NVIDIA's GPUs are hidden, and it is said why its driver is not there, a missing manifest is no news.
    let no_news = explained.contains(&NVIDIA) && scene.hidden_vendors() == [NVIDIA];
    if !foreign || no_news || dangling(scene).is_some() {
        return None;
    }
    let finding = Finding::problem(
        "icd-missing",
        "no Vulkan driver is installed: none of the folders that the loader searches has a driver's description (ICD json)",
    )
    .saw_all(drivers.searched.iter().map(|folder| format!("{folder}: none")));
    let rocm = rocm(scene);
    let finding = finding.saw_all(rocm);
    let mut vendors = wanted(scene);
    if vendors.is_empty() {
        vendors.push(None);
    }
    let advice = vendors
        .into_iter()
        .map(|vendor| driver_package(scene, vendor));
    Some(finding.advise_all(advice))
}

fn driver_package(scene: &Scene, vendor: Option<u32>) -> String {
    match vendor {
        Some(NVIDIA) => {
            let version = scene.nvidia.kernel.as_ref();
            let version = version.map(|(version, _)| version.as_str());
            install(&scene.place, Package::NvidiaVulkan { version })
        }
        vendor => {
            let vendor = vendor.unwrap_or_default();
            install(&scene.place, Package::Mesa { vendor })
        }
    }
}

/// What of ROCm is there, which brings no Vulkan.
fn rocm(scene: &Scene) -> Vec<String> {
    let amd = scene.hidden.iter().any(|gpu| gpu.vendor == AMD);
    let paths = ["/dev/kfd", "/opt/rocm"].into_iter();
    let there = paths.filter(|path| amd && scene.machine.exists(path));
    there
        .map(|path| format!("{path} is there: ROCm computes without a Vulkan driver"))
        .collect()
}

/// The drivers for one vendor's GPUs.
fn of_vendor(scene: &Scene, vendor: Option<u32>, explained: bool) -> Vec<Finding> {
    let drives = |manifest: &&Manifest| match (vendor, manifest.serves) {
        _ if manifest.is_foreign() => false,
        (Some(vendor), Serves::Vendor(served)) => vendor == served,
        (Some(NVIDIA), Serves::Nouveau) => scene
            .hidden
            .iter()
            .any(|gpu| gpu.driver.as_deref() == Some("nouveau")),
        (Some(MICROSOFT), Serves::Direct3d) => true,
        (Some(vendor), Serves::Unknown) => ![NVIDIA, AMD, INTEL].contains(&vendor),
        (None, serves) => serves == Serves::Software,
        _ => false,
    };
    let serving: Vec<&Manifest> = scene.drivers.manifests.iter().filter(drives).collect();
    if serving.iter().any(|manifest| manifest.works()) {
        return shows_nothing(scene, vendor, &serving, explained)
            .into_iter()
            .collect();
    }
    if serving.is_empty() {
        return without_driver(scene, vendor, explained)
            .into_iter()
            .collect();
    }
    serving
        .into_iter()
        .filter_map(|manifest| broken(scene, vendor, manifest))
        .collect()
}

/// Drivers of others are installed, and none for this vendor.
fn without_driver(scene: &Scene, vendor: Option<u32>, explained: bool) -> Option<Finding> {
    let vendor = vendor?;
    let explained = explained && vendor == NVIDIA;
    let others: Vec<&Manifest> = scene
        .drivers
        .manifests
        .iter()
        .filter(|manifest| !manifest.is_foreign())
        .collect();
    if explained || others.is_empty() {
        return None;
    }
    let gpus = scene
        .hidden
        .iter()
        .copied()
        .filter(|gpu| gpu.vendor == vendor);
    let gpus: Vec<_> = gpus.collect();
    let rocm = if vendor == AMD {
        rocm(scene)
    } else {
        Vec::new()
    };
    let (code, meaning) = if rocm.is_empty() {
        (
            "vulkan-driver-missing",
            "no Vulkan driver for this GPU is installed: those that are there are for others",
        )
    } else {
        (
            "rocm-without-vulkan",
            "ROCm is set up for this GPU, and no Vulkan driver: ROCm does not bring one",
        )
    };
    let facts = others
        .iter()
        .map(|manifest| format!("{} is for others", manifest.path));
    let finding = Finding::problem(code, meaning)
        .saw_all(rocm)
        .saw_all(facts)
        .saw_all(on_bus(&gpus));
    Some(finding.advise(driver_package(scene, Some(vendor))))
}

/// The driver is there, and the loader can't use it.
fn broken(scene: &Scene, vendor: Option<u32>, manifest: &Manifest) -> Option<Finding> {
    let path = &manifest.path;
    if let Some(hidden) = &manifest.hidden {
        if dangling(scene).is_some() {
            return None;
        }
        let name = hidden.split('=').next().unwrap_or(hidden);
        let finding = Finding::problem(
            "icd-hidden",
            format!("the GPU's Vulkan driver is installed, and {name} keeps the loader from it"),
        );
        return Some(finding.saw(hidden).saw(format!("{path} is there")).advise(match name {
            "XDG_DATA_DIRS" => "add /usr/share to it: export XDG_DATA_DIRS=$XDG_DATA_DIRS:/usr/local/share:/usr/share".to_owned(),
            "VK_LOADER_DRIVERS_DISABLE" => format!("unset {name}"),
            _ => format!("unset {name}, or let it name {path}"),
        }));
    }
    Some(match &manifest.state {
        State::Loads { .. } | State::Untried { .. } | State::NotJson(_) => return None,
        State::Unreadable(errno) => {
            let finding = Finding::problem(
                "icd-unreadable",
                "the description of the GPU's Vulkan driver (ICD json) can't be read",
            );
            finding.saw(format!("{path}: {}", errno.text())).advise(match errno {
                Errno::Missing => format!("it is a link that leads nowhere; install the driver anew: {}", driver_package(scene, vendor)),
                _ => format!("sudo chmod a+r {path} (and a+x for its folders)"),
            })
        }
        State::Invalid(why) => Finding::problem(
            "icd-invalid",
            "the description of the GPU's Vulkan driver (ICD json) is broken, so that the loader passes over it",
        )
        .saw(format!("{path}: {why}"))
        .advise(format!("install the driver anew: {}", driver_package(scene, vendor))),
        State::Fails { library, why } => unloadable(scene, vendor, path, library, why),
    })
}

fn unloadable(
    scene: &Scene,
    vendor: Option<u32>,
    path: &str,
    library: &str,
    why: &Unloadable,
) -> Finding {
    let named = format!("{path} names {library}");
    match why {
        Unloadable::Missing => {
            let finding = Finding::problem(
                "icd-library-missing",
                format!("the Vulkan driver's description is there, and the driver itself is not: {library}"),
            )
            .saw(named)
            .saw(format!("{library}: not found"));
            if scene.contained() && vendor == Some(NVIDIA) {
                return finding.advise("the image brings the json, and the driver comes from the host: start the container with NVIDIA_DRIVER_CAPABILITIES=all");
            }
            finding.advise(driver_package(scene, vendor))
        }
        Unloadable::Needs(needed) => {
            let package = match needed.contains("nvidia") {
                true => driver_package(scene, Some(NVIDIA)),
                false => install(&scene.place, Package::Library(needed)),
            };
            Finding::problem(
                "icd-dependency-missing",
                format!(
                    "the GPU's Vulkan driver is there, and a library that it needs is not: {needed}"
                ),
            )
            .saw(named)
            .saw(format!("{library} needs {needed}, which is not found"))
            .advise(package)
        }
        Unloadable::OtherCpu => Finding::problem(
            "icd-library-broken",
            "the GPU's Vulkan driver is for another kind of CPU",
        )
        .saw(named)
        .advise(driver_package(scene, vendor)),
        Unloadable::Other(text) => {
            let finding = Finding::problem(
                "icd-library-broken",
                "the GPU's Vulkan driver is there and does not load",
            )
            .saw(named)
            .saw(text);
            match text.contains("GLIBC") || text.contains("GLIBCXX") || text.contains("CXXABI") {
                true => finding.advise("the driver was built for a newer system than this one: use a newer image or distribution, at least as new as the host's"),
                false => finding.advise(format!("install the driver anew: {}", driver_package(scene, vendor))),
            }
        }
    }
}

/// The driver loads, and shows no GPU.
fn shows_nothing(
    scene: &Scene,
    vendor: Option<u32>,
    serving: &[&Manifest],
    explained: bool,
) -> Option<Finding> {
    if explained || vendor.is_none() {
        return None;
    }
    let loads = serving.iter().filter_map(|manifest| match &manifest.state {
        State::Loads { library } if manifest.hidden.is_none() => {
            Some(format!("{} names {library}, which loads", manifest.path))
        }
        _ => None,
    });
    let gpus = scene
        .hidden
        .iter()
        .copied()
        .filter(|gpu| Some(gpu.vendor) == vendor);
    let gpus: Vec<_> = gpus.collect();
    let finding = Finding::new(
        "driver-shows-nothing",
        Severity::Problem,
        "the GPU's Vulkan driver loads and shows no GPU: it may be too old for the card, or the card too old for it",
    );
    let finding = finding
        .saw_all(loads)
        .saw_all(on_bus(&gpus))
        .advise("read what the loader says: VK_LOADER_DEBUG=all vulkaninfo --summary (package vulkan-tools)");
    Some(match vendor {
        Some(NVIDIA) => finding
            .advise("without a display server, let the loader use the driver's EGL side: a copy of nvidia_icd.json with library_path libEGL_nvidia.so.0, named in VK_DRIVER_FILES")
            .advise("does nvidia-smi work? If not, mend that first: sudo dmesg | grep -iE 'nvrm|xid'"),
        Some(MICROSOFT) => finding.advise("in Windows: wsl --update, and update the vendor's driver"),
        _ => finding.advise("update Mesa: a new card needs a version of its time"),
    })
}
