//! Whether the kernel drives the GPU.

use crate::adapter::{AMD, Controller, INTEL, NVIDIA};
use crate::doctor::diagnosis::Finding;
use crate::doctor::packages::{Package, install};
use crate::doctor::scene::{Scene, on_bus};

/// What keeps the kernel from driving a vendor's GPUs.
pub(super) fn findings(scene: &Scene, vendor: u32) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(unbound(scene, vendor));
    match vendor {
        NVIDIA => findings.extend(nouveau(scene)),
        AMD => findings.extend(radeon(scene)),
        _ => {}
    }
    findings
}

fn modules(vendor: u32) -> &'static [&'static str] {
    match vendor {
        NVIDIA => &["nvidia"],
        AMD => &["amdgpu"],
        INTEL => &["i915", "xe"],
        _ => &[],
    }
}

/// Cards that no kernel driver has taken.
fn unbound(scene: &Scene, vendor: u32) -> Option<Finding> {
    let gpus = scene.hidden.iter().copied();
    let gpus: Vec<&Controller> = gpus
        .filter(|gpu| gpu.vendor == vendor && gpu.driver.is_none())
        .collect();
    if gpus.is_empty() {
        return None;
    }
    let modules = modules(vendor);
    let forbidden = forbidden(scene, modules);
    let loaded: Vec<&&str> = modules
        .iter()
        .filter(|module| scene.machine.exists(&format!("/sys/module/{module}")))
        .collect();
    let finding = if !forbidden.is_empty() {
        Finding::problem(
            "module-blacklisted",
            format!(
                "the kernel module for the GPU ({}) is forbidden to load",
                modules.join(" or ")
            ),
        )
        .saw_all(forbidden)
        .advise("remove that line (for the kernel's command line: in /etc/default/grub, then sudo update-grub), rebuild the initramfs, and reboot")
    } else if let Some(module) = loaded.first() {
        Finding::problem(
            "kernel-driver-refuses",
            format!("the kernel module {module} is loaded and did not take the card"),
        )
        .saw(format!("/sys/module/{module} is there"))
        .advise("read why: sudo dmesg | grep -iE 'nvrm|nvidia|amdgpu|i915|xe'")
        .advise(match vendor {
            NVIDIA => "an old card needs an older branch of the driver, one before Turing can't use the open modules, and one after Ada needs them",
            _ => "a new card may need a newer kernel or firmware (package linux-firmware)",
        })
    } else {
        let finding = Finding::problem(
            "kernel-driver-missing",
            "the PCI bus shows the GPU, and no kernel driver is loaded for it",
        );
        let finding = finding.saw_all(
            modules
                .iter()
                .map(|module| format!("/sys/module/{module}: no such file")),
        );
        match (vendor, scene.contained()) {
            (_, true) => finding.advise("install the driver on the host, not in the container, and load it there"),
            (NVIDIA, _) => finding
                .advise(install(&scene.place, Package::NvidiaDriver))
                .advise("if it is installed: sudo modprobe nvidia says why it does not load (Secure Boot, no headers for this kernel: dkms status)"),
            (AMD, _) => finding.advise("sudo modprobe amdgpu; if that fails, install linux-firmware and a newer kernel"),
            (INTEL, _) => finding.advise("sudo modprobe i915 (xe for new GPUs); if that fails, install linux-firmware and a newer kernel"),
            _ => finding.advise("install the kernel driver of its vendor"),
        }
    };
    Some(finding.saw_all(on_bus(&gpus)))
}

/// The lines that keep a module from loading.
fn forbidden(scene: &Scene, modules: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let words = |line: &str| -> Vec<String> {
        let line = line.replace('-', "_");
        line.split_whitespace().map(str::to_owned).collect()
    };
    for folder in [
        "/etc/modprobe.d",
        "/run/modprobe.d",
        "/usr/lib/modprobe.d",
        "/lib/modprobe.d",
    ] {
        let files = scene.machine.list(folder).into_iter();
        // Others are backups, which modprobe does not read.
        for name in files.filter(|name| name.ends_with(".conf")) {
            let path = format!("{folder}/{name}");
            let text = scene.machine.read(&path).unwrap_or_default();
            for line in text.lines() {
                let words = words(line);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let hit = match words.as_slice() {
                    ["blacklist", module] => modules.contains(module),
                    ["install", module, command, ..] => {
                        let refuses =
                            ["/bin/false", "/bin/true", "/usr/bin/false", "/usr/bin/true"];
                        modules.contains(module) && refuses.contains(command)
                    }
                    _ => false,
                };
                if hit {
                    found.push(format!("{path}: {}", line.trim()));
                }
            }
        }
    }
    let kernel = scene.machine.read("/proc/cmdline").unwrap_or_default();
    for word in kernel.split_whitespace() {
        let listed = [
            "modprobe.blacklist=",
            "module_blacklist=",
            "rd.driver.blacklist=",
        ]
        .iter()
        .find_map(|start| word.strip_prefix(start))
        .is_some_and(|list| list.split(',').any(|module| modules.contains(&module)));
        // NVIDIA's module does without mode setting.
        let no_modes = word == "nomodeset" && !modules.contains(&"nvidia");
        if listed || no_modes {
            found.push(format!("/proc/cmdline: {word}"));
        }
    }
    found
}

fn nouveau(scene: &Scene) -> Option<Finding> {
    let gpus = scene.hidden_with(NVIDIA, &["nouveau"]);
    if gpus.is_empty() {
        return None;
    }
    let finding = Finding::problem(
        "nouveau-bound",
        "the kernel drives the NVIDIA card with nouveau, and NVIDIA's own driver is not in use",
    );
    let finding = finding.saw_all(on_bus(&gpus));
    if scene.contained() {
        return Some(finding.advise("install NVIDIA's driver on the host"));
    }
    Some(
        finding
            .advise(format!("{}, then reboot", install(&scene.place, Package::NvidiaDriver)))
            .advise("if it is installed: echo 'blacklist nouveau' | sudo tee /etc/modprobe.d/blacklist-nouveau.conf, rebuild the initramfs, and reboot")
            .advise("or, for cards since Turing, Mesa 24.1 or newer drives them below nouveau (NVK)"),
    )
}

/// Cards of AMD's that the older driver has, below which there is no Vulkan.
fn radeon(scene: &Scene) -> Option<Finding> {
    let gpus = scene.hidden_with(AMD, &["radeon"]);
    if gpus.is_empty() {
        return None;
    }
    let finding = Finding::problem(
        "old-kernel-driver",
        "the kernel drives the AMD card with radeon, below which there is no Vulkan",
    );
    Some(
        finding
            .saw_all(on_bus(&gpus))
            .advise("for cards since Southern Islands, boot with radeon.si_support=0 radeon.cik_support=0 amdgpu.si_support=1 amdgpu.cik_support=1")
            .advise("older cards have no Vulkan driver"),
    )
}
