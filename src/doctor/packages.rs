//! The packages that mend things, by their names in each distribution.

use super::place::{Place, System};
use crate::adapter::{AMD, INTEL, NVIDIA};

/// What is to be installed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Package<'a> {
    /// Khronos' Vulkan loader.
    Loader,
    /// Mesa's Vulkan driver for the GPUs of a vendor.
    Mesa { vendor: u32 },
    /// NVIDIA's driver, kernel module and all.
    NvidiaDriver,
    /// The Vulkan half of NVIDIA's driver, of the kernel module's version where that is known.
    NvidiaVulkan { version: Option<&'a str> },
    /// A shared library, by its file name.
    Library(&'a str),
}

/// The command that installs it, or what is to be looked for.
pub(super) fn install(place: &Place, package: Package) -> String {
    let system = place.system;
    if system == System::Alpine
        && matches!(
            package,
            Package::NvidiaDriver | Package::NvidiaVulkan { .. }
        )
    {
        return "NVIDIA's driver needs glibc, which Alpine does not have: use a Debian, Ubuntu or Fedora image or system"
            .to_owned();
    }
    match name(system, package) {
        Some(name) => {
            let command = match system {
                System::Debian | System::Ubuntu => format!("apt-get install -y {name}"),
                System::Fedora | System::Rhel => format!("dnf install -y {name}"),
                System::Suse => format!("zypper install -y {name}"),
                System::Arch => format!("pacman -S {name}"),
                System::Alpine => format!("apk add {name}"),
                System::Nix | System::Other => return general(package),
            };
            let who = match place.container {
                Some(_) => "in the image: ",
                None => "sudo ",
            };
            format!("{who}{command}{}", hint(system, package))
        }
        None => general(package),
    }
}

/// What the command leaves open.
fn hint(system: System, package: Package) -> &'static str {
    match (system, package) {
        (System::Debian, Package::NvidiaDriver | Package::NvidiaVulkan { .. }) => {
            " (in Debian's section non-free)"
        }
        (System::Ubuntu, Package::NvidiaVulkan { .. }) => {
            " (with -server at the end where the driver's other packages have it)"
        }
        (System::Fedora, Package::NvidiaDriver | Package::NvidiaVulkan { .. }) => {
            " (of RPM Fusion, or nvidia-driver-libs of NVIDIA's own repository)"
        }
        (System::Rhel, Package::NvidiaDriver | Package::NvidiaVulkan { .. }) => {
            " (of NVIDIA's repository)"
        }
        _ => "",
    }
}

fn general(package: Package) -> String {
    match package {
        Package::Loader => "install the Vulkan loader (libvulkan.so.1)".to_owned(),
        Package::Mesa { .. } => "install Mesa's Vulkan drivers".to_owned(),
        Package::NvidiaDriver => "install NVIDIA's driver".to_owned(),
        Package::NvidiaVulkan { version } => format!(
            "install the graphics libraries of NVIDIA's driver{} (libGLX_nvidia.so.0, nvidia_icd.json)",
            version
                .map(|version| format!(" {version}"))
                .unwrap_or_default()
        ),
        Package::Library(library) => format!("install the package that holds {library}"),
    }
}

fn name(system: System, package: Package) -> Option<String> {
    use System::{Alpine, Arch, Debian, Fedora, Nix, Other, Rhel, Suse, Ubuntu};
    let name = match (package, system) {
        (_, Nix | Other) => return None,
        (Package::Loader, Debian | Ubuntu | Suse) => "libvulkan1",
        (Package::Loader, Fedora | Rhel | Alpine) => "vulkan-loader",
        (Package::Loader, Arch) => "vulkan-icd-loader",
        (Package::Mesa { .. }, Debian | Ubuntu | Fedora | Rhel) => "mesa-vulkan-drivers",
        (Package::Mesa { vendor }, Arch | Alpine | Suse) => return mesa(system, vendor),
        (Package::NvidiaDriver, Debian) => "nvidia-driver",
        (Package::NvidiaDriver, Ubuntu) => "ubuntu-drivers-common && sudo ubuntu-drivers install",
        (Package::NvidiaDriver, Fedora) => "akmod-nvidia",
        (Package::NvidiaDriver, Rhel) => "nvidia-open",
        (Package::NvidiaDriver, Arch) => "nvidia-open nvidia-utils",
        (Package::NvidiaDriver, Suse) => "nvidia-open-driver-G06-signed-kmp-default",
        (Package::NvidiaVulkan { .. }, Debian) => "nvidia-vulkan-icd",
        (Package::NvidiaVulkan { version }, Ubuntu) => {
            let branch = version.and_then(|version| version.split('.').next());
            return Some(format!("libnvidia-gl-{}", branch.unwrap_or("<branch>")));
        }
        (Package::NvidiaVulkan { .. }, Fedora) => "xorg-x11-drv-nvidia-libs",
        (Package::NvidiaVulkan { .. }, Rhel) => "nvidia-driver-libs",
        (Package::NvidiaVulkan { .. }, Arch) => "nvidia-utils",
        (Package::NvidiaVulkan { .. }, Suse) => "nvidia-gl-G06",
        (Package::NvidiaDriver | Package::NvidiaVulkan { .. }, Alpine) => return None,
        (Package::Library(library), _) => return of_library(system, library),
    };
    Some(name.to_owned())
}

fn mesa(system: System, vendor: u32) -> Option<String> {
    let word = match (system, vendor) {
        (System::Arch, AMD) => "vulkan-radeon",
        (System::Arch, INTEL) => "vulkan-intel",
        (System::Arch, NVIDIA) => "vulkan-nouveau",
        (System::Alpine, AMD) => "mesa-vulkan-ati",
        (System::Alpine, INTEL) => "mesa-vulkan-intel",
        (System::Suse, AMD) => "libvulkan_radeon",
        (System::Suse, INTEL) => "libvulkan_intel",
        _ => return None,
    };
    Some(word.to_owned())
}

/// Libraries that drivers are known to be without, in small images above all: what the file name starts with, and the
/// package in Debian and Ubuntu, Fedora and RHEL, Arch, Alpine.
const LIBRARIES: [(&str, [&str; 4]); 20] = [
    ("libXext.so", ["libxext6", "libXext", "libxext", "libxext"]),
    (
        "libX11-xcb.so",
        ["libx11-xcb1", "libX11-xcb", "libx11", "libx11"],
    ),
    ("libX11.so", ["libx11-6", "libX11", "libx11", "libx11"]),
    (
        "libxcb-dri3.so",
        ["libxcb-dri3-0", "libxcb", "libxcb", "libxcb"],
    ),
    (
        "libxcb-present.so",
        ["libxcb-present0", "libxcb", "libxcb", "libxcb"],
    ),
    (
        "libxcb-sync.so",
        ["libxcb-sync1", "libxcb", "libxcb", "libxcb"],
    ),
    (
        "libxcb-randr.so",
        ["libxcb-randr0", "libxcb", "libxcb", "libxcb"],
    ),
    (
        "libxcb-shm.so",
        ["libxcb-shm0", "libxcb", "libxcb", "libxcb"],
    ),
    ("libxcb.so", ["libxcb1", "libxcb", "libxcb", "libxcb"]),
    (
        "libxshmfence.so",
        [
            "libxshmfence1",
            "libxshmfence",
            "libxshmfence",
            "libxshmfence",
        ],
    ),
    (
        "libwayland-client.so",
        [
            "libwayland-client0",
            "libwayland-client",
            "wayland",
            "wayland-libs-client",
        ],
    ),
    (
        "libEGL.so",
        ["libegl1", "libglvnd-egl", "libglvnd", "mesa-egl"],
    ),
    (
        "libGL.so",
        ["libgl1", "libglvnd-glx", "libglvnd", "mesa-gl"],
    ),
    (
        "libGLdispatch.so",
        ["libglvnd0", "libglvnd", "libglvnd", "mesa-gl"],
    ),
    (
        "libdrm_amdgpu.so",
        ["libdrm-amdgpu1", "libdrm", "libdrm", "libdrm"],
    ),
    ("libdrm.so", ["libdrm2", "libdrm", "libdrm", "libdrm"]),
    (
        "libelf.so",
        ["libelf1", "elfutils-libelf", "libelf", "libelf"],
    ),
    ("libzstd.so", ["libzstd1", "libzstd", "zstd", "zstd-libs"]),
    ("libexpat.so", ["libexpat1", "expat", "expat", "libexpat"]),
    (
        "libstdc++.so",
        ["libstdc++6", "libstdc++", "gcc-libs", "libstdc++"],
    ),
];

fn of_library(system: System, library: &str) -> Option<String> {
    let file = library.rsplit('/').next().unwrap_or(library);
    if let Some(version) = file.strip_prefix("libLLVM") {
        return llvm(system, version);
    }
    let (_, names) = LIBRARIES
        .iter()
        .find(|(start, _)| file.starts_with(start))?;
    let [debian, fedora, arch, alpine] = names;
    let name = match system {
        System::Debian | System::Ubuntu => debian,
        System::Fedora | System::Rhel => fedora,
        System::Arch => arch,
        System::Alpine => alpine,
        System::Suse | System::Nix | System::Other => return None,
    };
    Some((*name).to_owned())
}

/// `libLLVM-15.so.1` and `libLLVM.so.19.1`.
fn llvm(system: System, version: &str) -> Option<String> {
    let digits = version.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let major: String = digits
        .chars()
        .take_while(|letter| letter.is_ascii_digit())
        .collect();
    match system {
        System::Debian | System::Ubuntu => Some(format!("libllvm{major}")),
        System::Fedora | System::Rhel | System::Arch => Some("llvm-libs".to_owned()),
        System::Alpine => Some(format!("llvm{major}-libs")),
        System::Suse | System::Nix | System::Other => None,
    }
}
