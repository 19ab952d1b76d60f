//! Whether there is a GPU at all.

use crate::adapter::{Controller, SLOTS};
use crate::doctor::diagnosis::{Finding, Severity};
use crate::doctor::packages::{Package, install};
use crate::doctor::scene::{MICROSOFT, Scene, on_bus};

pub(super) fn findings(scene: &Scene) -> Vec<Finding> {
    if scene.shows_gpu() {
        return Vec::new();
    }
    let bus = &scene.policy.bus;
    let given: Vec<&Controller> = bus.iter().filter(|gpu| gpu.is_given_away()).collect();
    let others = bus
        .iter()
        .any(|gpu| gpu.is_gpu() && !gpu.is_given_away() && gpu.vendor != MICROSOFT);
    let mut findings = Vec::new();
    if !given.is_empty() && !others {
        findings.push(passed_on(&given));
    } else if scene.place.wsl {
        findings.extend(in_wsl(scene));
    } else if !others {
        findings.extend(nothing(scene));
    }
    findings
}

fn passed_on(given: &[&Controller]) -> Finding {
    Finding::problem(
        "passed-through",
        "the GPU is set aside for a virtual machine (vfio-pci), so that nothing on this system can use it",
    )
    .saw_all(on_bus(given))
    .advise("run inside the virtual machine that has the card")
    .advise(
        "or give it back to its driver: remove its ids from vfio-pci's options in /etc/modprobe.d and from the \
         kernel's command line, and reboot",
    )
}

/// WSL shows no card of its own; Direct3D on Windows does the work.
fn in_wsl(scene: &Scene) -> Option<Finding> {
    use crate::doctor::drivers::Serves;
    if !scene.machine.exists("/dev/dxg") {
        let finding = Finding::problem(
            "wsl-no-gpu",
            "WSL gives this system no GPU: the device by which Windows shares its GPU is missing",
        );
        return Some(
            finding
                .saw("/dev/dxg: no such file")
                .advise("in Windows: wsl --update, then wsl --shutdown; and update the vendor's Windows driver")
                .advise("or run the program on Windows itself, where it uses DX12"),
        );
    }
    let has_driver = scene.manifests(Serves::Direct3d).next().is_some();
    if has_driver || !scene.nonconformant.is_empty() {
        return None;
    }
    let finding = Finding::problem(
        "wsl-no-vulkan",
        "WSL shares the GPU through Direct3D, and the driver that brings Vulkan to it (Mesa's dzn) is not installed",
    );
    Some(
        finding
            .saw("/dev/dxg is there")
            .saw("no dzn_icd json in the loader's folders")
            .advise("run the program on Windows itself, where it uses DX12")
            .advise(
                "or install a Mesa that has dzn (on Ubuntu: sudo add-apt-repository ppa:kisak/kisak-mesa && sudo \
                 apt-get install -y mesa-vulkan-drivers), and set WGPU_ALLOW_UNDERLYING_NONCOMPLIANT_ADAPTER=1",
            ),
    )
}

/// No GPU on the bus.
fn nothing(scene: &Scene) -> Option<Finding> {
    let machine = scene.machine;
    let slots = machine.list(SLOTS);
    let screens: Vec<&Controller> = scene.policy.bus.iter().filter(|it| !it.is_gpu()).collect();
    if let Some(screen) = screens.first() {
        return Some(screen_only(screen, &screens));
    }
    let render_nodes = machine.list("/dev/dri").into_iter();
    let render_nodes = render_nodes.filter(|name| name.starts_with("renderD"));
    let render_nodes = render_nodes.map(|name| format!("/dev/dri/{name}"));
    let nodes = [
        "/dev/nvidiactl",
        "/dev/nvhost-gpu",
        "/dev/mali0",
        "/dev/kgsl-3d0",
    ];
    let nodes = nodes.into_iter().filter(|node| machine.exists(node));
    let nodes: Vec<String> = render_nodes.chain(nodes.map(str::to_owned)).collect();
    if !nodes.is_empty() {
        return Some(off_the_bus(scene, nodes));
    }
    if slots.is_empty() {
        let finding = Finding::problem(
            "no-pci-bus",
            "no PCI bus is visible: a sandbox hides it, or the machine has none, so a GPU can be neither found nor used",
        );
        return Some(
            finding
                .saw(format!("{SLOTS} is empty or missing"))
                .saw("no GPU's device node in /dev or /dev/dri")
                .advise(
                    "run outside of the sandbox (gVisor, a microVM), or with a GPU passed into it (gVisor: runsc --nvproxy)",
                ),
        );
    }
    let severity = Severity::Problem;
    let finding = Finding::new(
        "no-gpu",
        severity,
        "this machine has no GPU: the PCI bus shows none",
    );
    Some(
        finding
            .saw(format!("{SLOTS} lists {} devices, none of them a GPU", slots.len()))
            .advise("use a machine or a kind of cloud instance that has a GPU; in a virtual machine, pass one through")
            .advise("software adapters compute here without one, slowly"),
    )
}

/// A GPU that is not on the PCI bus, as on single-board computers.
fn off_the_bus(scene: &Scene, nodes: Vec<String>) -> Finding {
    let finding = Finding::problem(
        "no-driver-off-the-bus",
        "there is a GPU's device node and no GPU on the PCI bus, as on single-board computers: no driver shows that GPU",
    );
    let drivers = scene.drivers.manifests.iter();
    finding
        .saw_all(nodes.into_iter().map(|node| format!("{node} is there")))
        .saw_all(drivers.map(|manifest| format!("{} is a driver's description", manifest.path)))
        .advise(install(&scene.place, Package::Mesa { vendor: 0 }))
        .advise("or the Vulkan driver of the board's vendor")
}

fn screen_only(screen: &Controller, screens: &[&Controller]) -> Finding {
    let virtual_screen = matches!(
        screen.vendor,
        0x1234 | 0x1b36 | 0x80ee | 0x1af4 | 0x15ad | 0x1414 | 0x1013
    );
    let seen = screens.iter().map(|chip| {
        let (vendor, device, pci) = (chip.vendor, chip.device, &chip.pci);
        format!("on the PCI bus: {vendor:04x}:{device:04x} at {pci}, which only draws a screen")
    });
    if virtual_screen {
        return Finding::problem(
            "virtual-display-only",
            "this virtual machine has a virtual screen and no GPU: the host's GPU is not passed to it",
        )
        .saw_all(seen)
        .advise("pass a GPU to the virtual machine (PCI passthrough or a vGPU), or use a kind of cloud instance that has one")
        .advise("with virtio-gpu, let the host offer Venus (qemu: -device virtio-gpu-gl,venus=on,blob=on,hostmem=4G)");
    }
    Finding::problem(
        "console-only",
        "the only display chip of this server draws its console (it belongs to the management controller), and computes nothing",
    )
    .saw_all(seen)
    .advise("if the server should have a GPU: is it seated and powered, and does the BIOS show it (lspci -nn | grep -Ei 'vga|3d|display')?")
    .advise("use a machine that has a GPU; software adapters compute here without one, slowly")
}
