//! What batch systems grant, a row each.

use super::machine::Recorded;
use super::*;
use crate::adapter::allocation::{Allocation, NvidiaCard, nvidia_cards};

const A: &str = "GPU-aaaa1111-0000-0000-0000-000000000001";
const B: &str = "GPU-aaaa2222-0000-0000-0000-000000000002";

fn cuda(value: &str) -> Allocation {
    Allocation {
        cuda: Some(value.to_owned()),
        ..Allocation::default()
    }
}

fn by_pci(allocation: Allocation) -> Allocation {
    Allocation {
        cuda_by_pci: true,
        ..allocation
    }
}

fn card(pci: &str, uuid: &str) -> NvidiaCard {
    NvidiaCard {
        pci: pci.to_owned(),
        uuid: uuid.to_owned(),
        model: "NVIDIA A100-SXM4-40GB".to_owned(),
    }
}

/// With the list of both twins' uuids, out of order as a folder may give them.
fn listed(value: &str) -> Allocation {
    let nvidia = vec![card("0000:3b:00.0", B), card("0000:01:00.0", A)];
    Allocation {
        nvidia,
        ..cuda(value)
    }
}

fn amd(rocr: Option<&str>, hip: Option<&str>) -> Allocation {
    Allocation {
        rocr: rocr.map(str::to_owned),
        hip: hip.map(str::to_owned),
        ..Allocation::default()
    }
}

fn ze(value: &str) -> Allocation {
    Allocation {
        ze: Some(value.to_owned()),
        ..Allocation::default()
    }
}

fn twins() -> Vec<AdapterInfo> {
    vec![
        at("0000:01:00.0", a100(Vulkan)),
        at("0000:3b:00.0", a100(Vulkan)),
    ]
}

fn mixed() -> Vec<AdapterInfo> {
    vec![
        at("0000:01:00.0", gtx1080(Vulkan)),
        at("0000:3b:00.0", a100(Vulkan)),
    ]
}

fn unlocated() -> Vec<AdapterInfo> {
    vec![a100(Vulkan), a100(Vulkan)]
}

/// The second twin is not shown.
fn first_twin() -> Vec<AdapterInfo> {
    vec![at("0000:01:00.0", a100(Vulkan))]
}

fn radeons() -> Vec<AdapterInfo> {
    let slots = ["0000:23:00.0", "0000:43:00.0", "0000:83:00.0"];
    slots.map(|pci| at(pci, radeon(Vulkan, "radv"))).to_vec()
}

/// Two cards and a GPU inside the CPU.
fn arcs() -> Vec<AdapterInfo> {
    let arc = || gpu(Vulkan, Discrete, "Intel(R) Arc(tm) A770", (0x8086, 0x56a0));
    vec![
        at("0000:03:00.0", arc()),
        at("0000:07:00.0", arc()),
        at("0000:00:02.0", uhd(Vulkan)),
    ]
}

/// A case of adapters and variables: the indices used, and whether the user is warned that the
/// variable can't be followed.
type Row = (
    &'static str,
    Vec<AdapterInfo>,
    Allocation,
    &'static [usize],
    bool,
);

#[test]
fn grants() {
    let rows: Vec<Row> = vec![
        ("unset", twins(), Allocation::default(), &[0, 1], false),
        ("the first twin", twins(), cuda("0"), &[0], false),
        ("the second twin", twins(), cuda("1"), &[1], false),
        ("both, with spaces", twins(), cuda("1, 0"), &[0, 1], false),
        ("one twice", twins(), cuda("1,1"), &[1], false),
        ("-1 ends the list", twins(), cuda("0,-1,1"), &[0], false),
        (
            "too great ends the list",
            twins(),
            cuda("1,2,0"),
            &[1],
            false,
        ),
        ("a name ends the list", twins(), cuda("1,+0"), &[1], false),
        (
            "CUDA's variable is not HIP's beside NVIDIA's driver",
            radeons(),
            listed("3"),
            &[0, 1, 2],
            false,
        ),
        ("no dots in CUDA's", twins(), cuda("1,0.0"), &[1], false),
        ("a uuid", twins(), listed(B), &[1], false),
        ("a prefix", twins(), listed("GPU-aaaa2"), &[1], false),
        (
            "an ambiguous prefix ends the list",
            twins(),
            listed("1,GPU-aaaa,0"),
            &[1],
            false,
        ),
        (
            "an unknown uuid ends the list",
            twins(),
            listed("1,GPU-bbbb,0"),
            &[1],
            false,
        ),
        ("a uuid without a list", twins(), cuda(B), &[0], true),
        (
            "a uuid without a list, one card",
            first_twin(),
            cuda(B),
            &[0],
            true,
        ),
        (
            "the older MIG id",
            twins(),
            listed("MIG-GPU-aaaa2222-0000-0000-0000-000000000002/1/0"),
            &[1],
            false,
        ),
        (
            "the newer MIG id",
            twins(),
            listed("MIG-aaaa2222-0000-0000-0000-000000000002"),
            &[0],
            true,
        ),
        ("mixed models", mixed(), cuda("1"), &[0], true),
        ("mixed, the other", mixed(), cuda("0"), &[0], true),
        ("mixed, all named", mixed(), cuda("1,0"), &[0, 1], false),
        ("mixed, by PCI id", mixed(), by_pci(cuda("1")), &[1], false),
        ("no PCI ids", unlocated(), cuda("1"), &[0], true),
        (
            "no PCI ids, all named",
            unlocated(),
            cuda("0,1"),
            &[0, 1],
            false,
        ),
        (
            "no PCI id, one card",
            vec![a100(Vulkan)],
            cuda("0"),
            &[0],
            false,
        ),
        (
            "a listed card that no adapter shows counts",
            vec![at("0000:3b:00.0", a100(Vulkan))],
            listed("1"),
            &[0],
            false,
        ),
        (
            "other vendors' are untouched",
            workstation(),
            cuda("1"),
            &[2, 3, 1],
            false,
        ),
        (
            "none of one vendor's",
            workstation(),
            cuda(""),
            &[3, 1],
            false,
        ),
        ("ROCR", radeons(), amd(Some("2,0"), None), &[0, 2], false),
        ("HIP", radeons(), amd(None, Some("1")), &[1], false),
        (
            "HIP within ROCR",
            radeons(),
            amd(Some("2,0"), Some("0")),
            &[2],
            false,
        ),
        (
            "HIP beyond ROCR",
            [radeons(), arcs()].concat(),
            amd(Some("1"), Some("1")),
            &[3, 4, 5],
            false,
        ),
        (
            "AMD's uuids",
            radeons(),
            amd(Some("GPU-0123456789abcdef"), None),
            &[0],
            true,
        ),
        (
            "CUDA's is not AMD's beside NVIDIA",
            [first_twin(), radeons()].concat(),
            cuda("0"),
            &[0, 1, 2, 3],
            false,
        ),
        ("CUDA's is HIP's alone", radeons(), cuda("1"), &[1], false),
        ("ZE", arcs(), ze("1"), &[1, 2], false),
        ("ZE with tiles", arcs(), ze("1.0,1.1"), &[1, 2], false),
        ("ZE with all", arcs(), ze("0.1,1"), &[0, 1, 2], false),
        ("ZE without a mask", arcs(), ze(""), &[0, 1, 2], false),
    ];
    for (case, mut found, allocation, order, warned) in rows {
        identify(&mut found);
        let policy = Policy {
            allocation,
            ..Policy::default()
        };
        let choice = select(&found, &policy).unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(choice.order, order, "{case}");
        let warnings = choice.warnings.join("\n");
        assert_eq!(
            warnings.contains("can't tell"),
            warned,
            "{case}: {warnings}"
        );
        let gone = choice.left_out.iter().map(|(_, reason)| reason.to_string());
        for reason in gone.filter(|reason| !reason.contains("software")) {
            assert!(
                reason.contains("left to others because of"),
                "{case}: {reason}"
            );
        }
        assert_eq!(choice.left_out.len() + order.len(), found.len(), "{case}");
    }
}

#[test]
fn nothing_granted() {
    let with_cpu = || [twins(), vec![llvmpipe()]].concat();
    for value in ["", "-1", "NoDevFiles", "2"] {
        let policy = Policy {
            allocation: cuda(value),
            ..Policy::default()
        };
        let part = format!("#1: left to others because of CUDA_VISIBLE_DEVICES={value}");
        let error = select(&twins(), &policy).unwrap_err().to_string();
        assert!(error.contains(&part[4..]), "{error}");
        // Nor does the CPU take over.
        let mut found = with_cpu();
        identify(&mut found);
        let error = select(&found, &policy).unwrap_err().to_string();
        assert!(error.contains(&part), "{error}");
        assert!(error.contains("software beside a GPU"), "{error}");
    }
    // A card that only the driver lists.
    let policy = Policy {
        allocation: listed("1"),
        ..Policy::default()
    };
    let error = Refused(&["left to others because of CUDA_VISIBLE_DEVICES=1"]);
    check("the card not shown", first_twin(), policy, error);

    let policy = Policy {
        allocation: cuda(""),
        allow_software: Some(true),
        ..Policy::default()
    };
    let cpu = Chosen(&[2], &[(0, "left to others"), (1, "left to others")]);
    check("the CPU, asked for", with_cpu(), policy, cpu);
}

#[test]
fn the_users_choice_overrules() {
    let policy = Policy {
        allocation: cuda("-1"),
        ..named("1")
    };
    let second = Chosen(&[1], &[(0, "not among the visible")]);
    check("the second of twins", twins(), policy, second);
}

#[test]
fn a_warning_names_the_variable() {
    let policy = Policy {
        allocation: cuda("1"),
        ..Policy::default()
    };
    let warnings = select(&mixed(), &policy).unwrap().warnings;
    let [warning] = &warnings[..] else {
        panic!("{warnings:?}");
    };
    for part in ["CUDA_VISIBLE_DEVICES=1 ", "only NVIDIA GeForce GTX 1080 "] {
        assert!(warning.contains(part), "{warning}");
    }
}

#[test]
fn what_the_driver_lists() {
    let mut machine = Recorded::default();
    assert_eq!(nvidia_cards(&machine), []);
    let mut add = |pci: &str, uuid: &str, more: &str| {
        let text = format!(
            "Model: \t\t NVIDIA A100-SXM4-40GB\nIRQ:   \t\t 18\nGPU UUID: \t {uuid}\n\
             Bus Location: \t {pci}\n{more}"
        );
        let path = format!("/proc/driver/nvidia/gpus/{pci}/information");
        machine.file(&path, &text);
    };
    add(
        "0000:01:00.0",
        A,
        "Device Minor: \t 0\nGPU Excluded:\t No\n",
    );
    add("0000:3B:00.0", "GPU-????????-????", "");
    add("0000:3c:00.0", B, "Device Minor: \t 1\n");
    add("0000:3d:00.0", B, "GPU Excluded:\t Yes\n");
    machine.file("/proc/driver/nvidia/gpus/0000:3e:00.0/power", "");
    machine.file("/dev/nvidia0", "");

    let expected = [card("0000:01:00.0", A), card("0000:3b:00.0", "")];
    assert_eq!(nvidia_cards(&machine), expected);
}
