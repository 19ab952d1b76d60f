//! GPUs on the PCI bus that no driver shows: software does not take their place unasked.

use super::machine::Recorded;
use super::recorded::*;
use super::{Chosen, Expected, Refused, Table, check};
use crate::adapter::bus::{Controller, controllers};
use crate::adapter::info::{AdapterInfo, AdapterKind::Other, Backend::Gl, Backend::Vulkan};
use crate::adapter::policy::{Policy, yes_or_no};

fn on_bus(pci: &str, ids: (u32, u32), driver: &str) -> Controller {
    Controller {
        pci: pci.to_owned(),
        vendor: ids.0,
        device: ids.1,
        class: 0x03_0000,
        driver: Some(driver.to_owned()).filter(|driver| !driver.is_empty()),
    }
}

fn a100_with(driver: &str) -> Controller {
    on_bus("0000:3b:00.0", (0x10de, 0x20b0), driver)
}

fn aspeed() -> Controller {
    on_bus("0000:02:00.0", (0x1a03, 0x2000), "ast")
}

fn radeon_with(driver: &str) -> Controller {
    on_bus("0000:03:00.0", (0x1002, 0x73bf), driver)
}

#[test]
fn gpus_without_a_driver() {
    let intel = on_bus("0000:00:02.0", (0x8086, 0x4680), "i915");
    let arc = on_bus("0000:04:00.0", (0x8086, 0x56a0), "xe");
    let hyper_v = on_bus("0000:00:08.0", (0x1414, 0x5353), "hyperv_drm");
    let old = on_bus("0000:05:00.0", (0x10de, 0x0402), "nouveau");
    let old_gl = || without_compute(gpu(Gl, Other, "NV84", (0x10de, 0)));
    let software = || vec![llvmpipe()];
    let rows: Vec<(&str, Vec<AdapterInfo>, Vec<Controller>, Expected)> = vec![
        (
            "a server's console is no GPU",
            software(),
            vec![aspeed()],
            Chosen(&[0], &[]),
        ),
        (
            "nor is a virtual machine's screen",
            software(),
            vec![hyper_v],
            Chosen(&[0], &[]),
        ),
        (
            "NVIDIA without the Vulkan half of its driver",
            software(),
            vec![aspeed(), a100_with("nvidia")],
            Refused(&[
                "software, while the PCI bus shows NVIDIA GPU 10de:20b0 at 0000:3b:00.0 (kernel driver nvidia), \
                 which no driver of Vulkan or GL shows",
                "\n  NVIDIA GPU 10de:20b0 at 0000:3b:00.0 (kernel driver nvidia)\n",
                "or allow software: POLYGPU_ALLOW_SOFTWARE=1, `allow_software(true)`",
            ]),
        ),
        (
            "NVIDIA without a kernel driver",
            software(),
            vec![a100_with("")],
            Refused(&["(no kernel driver)\n"]),
        ),
        (
            "NVIDIA with nouveau",
            software(),
            vec![a100_with("nouveau")],
            Refused(&["(kernel driver nouveau)\n"]),
        ),
        (
            "given to a virtual machine",
            software(),
            vec![a100_with("vfio-pci")],
            Chosen(&[0], &[]),
        ),
        (
            "AMD, all software refused",
            rig(),
            vec![radeon_with("amdgpu")],
            Refused(&[
                "SwiftShader Device (Subzero): software, while",
                "256 bits) #1: software, while",
                "\n  AMD GPU 1002:73bf at 0000:03:00.0 (kernel driver amdgpu)",
            ]),
        ),
        (
            "Intel, two of them, each with its line",
            software(),
            vec![intel, arc],
            Refused(&[
                "\n  Intel GPU 8086:4680 at 0000:00:02.0 (kernel driver i915)",
                "\n  Intel GPU 8086:56a0 at 0000:04:00.0 (kernel driver xe)",
            ]),
        ),
        (
            "another vendor's",
            software(),
            vec![on_bus("0000:06:00.0", (0x1ed5, 0x0200), "mtgpu")],
            Refused(&["\n  GPU 1ed5:0200 at 0000:06:00.0 (kernel driver mtgpu)"]),
        ),
        (
            "a GPU is used, though another one is not shown",
            vec![llvmpipe(), at("0000:03:00.0", radeon(Vulkan, "radv"))],
            vec![radeon_with("amdgpu"), a100_with("nouveau")],
            Chosen(&[1], &[(0, "software beside a GPU")]),
        ),
        (
            "shown, and too old to compute: no driver would help",
            vec![llvmpipe(), old_gl()],
            vec![old],
            Chosen(&[0], &[(1, "no compute shaders")]),
        ),
        (
            "too old to compute, and another one is not shown",
            vec![llvmpipe(), old_gl()],
            vec![radeon_with("amdgpu")],
            Refused(&["no compute shaders", "AMD GPU 1002:73bf"]),
        ),
        (
            "no adapter at all",
            vec![],
            vec![radeon_with("amdgpu")],
            Refused(&["no adapter", "AMD GPU 1002:73bf"]),
        ),
        (
            "no adapter at all, and no GPU",
            vec![],
            vec![aspeed()],
            Refused(&["no adapter", "Vulkan, Metal, DX12 and GL show none"]),
        ),
    ];
    for (case, found, bus, expected) in rows {
        let policy = Policy {
            bus,
            ..Policy::default()
        };
        check(case, found, policy, expected);
    }
}

#[test]
fn software_instead_of_a_gpu_on_request() {
    let on_the_bus = || Policy {
        bus: vec![a100_with("nvidia")],
        ..Policy::default()
    };
    let allowing = |allow| Policy {
        allow_software: Some(allow),
        ..on_the_bus()
    };
    let named = Policy {
        visible: Some("llvmpipe".to_owned()),
        ..on_the_bus()
    };
    let rows: Vec<(&str, Policy, Expected)> = vec![
        ("allowed", allowing(true), Chosen(&[0], &[])),
        (
            "forbidden",
            allowing(false),
            Refused(&["software is not allowed", "NVIDIA GPU 10de:20b0"]),
        ),
        ("named", named, Chosen(&[0], &[])),
    ];
    for (case, policy, expected) in rows {
        check(case, vec![llvmpipe()], policy, expected);
    }
}

#[test]
fn the_variable() {
    let rows = [
        ("1", Some(true)),
        ("true", Some(true)),
        (" True ", Some(true)),
        ("0", Some(false)),
        ("FALSE", Some(false)),
        ("", None),
        ("maybe", None),
    ];
    for (text, expected) in rows {
        assert_eq!(yes_or_no(text), expected, "{text:?}");
    }
}

#[test]
fn the_table_says_that_the_cpu_works() {
    let line = "\nno GPU: the CPU does the work\n";
    let (cpu, card) = (llvmpipe(), a100(Vulkan));
    assert!(Table(&[&cpu], &[]).to_string().ends_with(line));
    assert!(!Table(&[&card, &cpu], &[]).to_string().contains(line));
}

#[test]
fn the_bus_is_read() {
    let mut machine = Recorded::default();
    assert_eq!(controllers(&machine), []);
    let rows = [
        ("0000:3b:00.0", ["030200", "10de", "20b0"], Some("nvidia")),
        ("0000:02:00.0", ["030000", "1a03", "2000"], Some("ast")),
        ("0000:c1:00.0", ["120000", "1002", "74a1"], None),
        ("0000:c2:00.0", ["120000", "10ee", "5000"], Some("xocl")), // an FPGA
        ("0000:04:00.0", ["038000", "8086", "56c0"], Some("i915")),
        ("0000:05:00.0", ["020000", "8086", "1533"], Some("igb")), // a network card
        ("0000:06:00.0", ["rubbish", "10de", "20b0"], Some("nvidia")),
    ];
    for (slot, ids, driver) in rows {
        machine.pci(slot, ids, driver);
    }
    let found = controllers(&machine);

    let texts: Vec<String> = found.iter().map(Controller::to_string).collect();
    assert_eq!(
        texts,
        [
            "GPU 1a03:2000 at 0000:02:00.0 (kernel driver ast)",
            "Intel GPU 8086:56c0 at 0000:04:00.0 (kernel driver i915)",
            "NVIDIA GPU 10de:20b0 at 0000:3b:00.0 (kernel driver nvidia)",
            "AMD GPU 1002:74a1 at 0000:c1:00.0 (no kernel driver)",
        ]
    );
    let gpus: Vec<bool> = found.iter().map(Controller::is_gpu).collect();
    assert_eq!(gpus, [false, true, true, true]);
    assert_eq!(found.first().map(|it| it.class), Some(0x03_0000));
}
