//! Recorded inventories and what must become of them, a row each.

mod allocation;
mod bus;
mod identity;
pub(crate) mod machine;
mod recorded;

use super::info::{AdapterInfo, AdapterKind, Backend, identify};
use super::inventory::{LeftOut, Table};
use super::policy::Policy;
use super::select::select;

use AdapterKind::{Discrete, Integrated, Other, Virtual};
use Backend::{Dx12, Gl, Metal, Vulkan};
use recorded::*;

enum Expected {
    /// The indices used in order, and those left out, each with a part of its reason.
    Chosen(&'static [usize], &'static [(usize, &'static str)]),
    /// Parts of the error's text.
    Refused(&'static [&'static str]),
}
use Expected::{Chosen, Refused};

fn check(case: &str, mut found: Vec<AdapterInfo>, policy: Policy, expected: Expected) {
    identify(&mut found);
    match (select(&found, &policy), expected) {
        (Ok(choice), Chosen(order, left_out)) => {
            assert_eq!(choice.order, order, "{case}");
            let mut actual: Vec<(usize, String)> = choice
                .left_out
                .iter()
                .map(|(index, reason)| (*index, reason.to_string()))
                .collect();
            actual.sort();
            let indices: Vec<usize> = actual.iter().map(|(index, _)| *index).collect();
            let expected: Vec<usize> = left_out.iter().map(|(index, _)| *index).collect();
            assert_eq!(indices, expected, "{case}: {actual:?}");
            for ((_, reason), (_, part)) in actual.iter().zip(left_out) {
                assert!(reason.contains(part), "{case}: {reason:?} lacks {part:?}");
            }
        }
        (Err(error), Refused(parts)) => {
            let text = error.to_string();
            for part in parts {
                assert!(text.contains(part), "{case}: {text:?} lacks {part:?}");
            }
        }
        (Ok(choice), Refused(_)) => panic!("{case}: chose {choice:?}"),
        (Err(error), Chosen(..)) => panic!("{case}: {error}"),
    }
}

#[test]
fn machines() {
    let rows: Vec<(&str, Vec<AdapterInfo>, Expected)> = vec![
        (
            "twin cards differ by their slot, and stand in its order",
            vec![
                at("0000:3b:00.0", a100(Vulkan)),
                at("0000:01:00.0", a100(Vulkan)),
            ],
            Chosen(&[1, 0], &[]),
        ),
        (
            "twin cards without PCI ids are two cards",
            vec![a100(Vulkan), a100(Vulkan)],
            Chosen(&[0, 1], &[]),
        ),
        (
            "one card through two drivers",
            vec![
                at("0000:03:00.0", radeon(Vulkan, "radv")),
                at("0000:03:00.0", radeon(Vulkan, "AMD open-source driver")),
            ],
            Chosen(
                &[0],
                &[(
                    1,
                    "same card as AMD Radeon RX 6800 (RADV NAVI21) #0 through driver radv",
                )],
            ),
        ),
        (
            "one card through Vulkan and GL, GL found first",
            vec![
                gpu(Gl, Other, "NVIDIA A100-SXM4-40GB/PCIe/SSE2", (0x10de, 0)),
                at("0000:01:00.0", a100(Vulkan)),
            ],
            Chosen(&[1], &[(0, "GL counts only where")]),
        ),
        (
            "GL is all there is",
            vec![gpu(Gl, Other, "AMD CAYMAN (DRM 2.50.0)", (0x1002, 0))],
            Chosen(&[0], &[]),
        ),
        (
            "GL shows a GPU, Vulkan only software",
            vec![
                llvmpipe(),
                gpu(Gl, Other, "AMD CAYMAN (DRM 2.50.0)", (0x1002, 0)),
            ],
            Chosen(&[1], &[(0, "software beside a GPU")]),
        ),
        (
            "GL without compute shaders is none",
            vec![
                llvmpipe(),
                without_compute(gpu(Gl, Other, "GeForce 8600 GT/PCIe/SSE2", (0x10de, 0))),
            ],
            Chosen(&[0], &[(1, "no compute shaders")]),
        ),
        (
            "one card through Vulkan and DX12, both with its PCI id",
            vec![
                at("0000:01:00.0", gtx1080(Dx12)),
                at("0000:01:00.0", gtx1080(Vulkan)),
            ],
            Chosen(
                &[1],
                &[(0, "same card as NVIDIA GeForce GTX 1080 through Vulkan")],
            ),
        ),
        (
            "one card through Vulkan and DX12, without PCI id on DX12",
            vec![
                at("0000:01:00.0", gtx1080(Vulkan)),
                gtx1080(Dx12),
                uhd(Dx12),
                warp(),
            ],
            Chosen(
                &[0, 2],
                &[
                    (1, "same card as NVIDIA GeForce GTX 1080 through Vulkan"),
                    (3, "software beside a GPU"),
                ],
            ),
        ),
        (
            "twin cards through Vulkan and DX12, which gives both one PCI id",
            vec![
                at("0000:01:00.0", a100(Vulkan)),
                at("0000:02:00.0", a100(Vulkan)),
                at("0000:01:00.0", a100(Dx12)),
                at("0000:01:00.0", a100(Dx12)),
            ],
            Chosen(
                &[0, 1],
                &[(2, "#0 through Vulkan"), (3, "#1 through Vulkan")],
            ),
        ),
        (
            "twin cards through DX12 alone, which gives both one PCI id",
            vec![
                at("0000:01:00.0", a100(Dx12)),
                at("0000:01:00.0", a100(Dx12)),
            ],
            Chosen(&[0, 1], &[]),
        ),
        (
            "twin cards of which Vulkan shows one: the other is not lost",
            vec![at("0000:01:00.0", a100(Vulkan)), a100(Dx12), a100(Dx12)],
            Chosen(&[0, 2], &[(1, "through Vulkan")]),
        ),
        (
            "what the PCI id settles is not paired again by model",
            vec![
                at("0000:01:00.0", a100(Vulkan)),
                a100(Dx12),
                at("0000:01:00.0", a100(Dx12)),
            ],
            Chosen(&[0, 1], &[(2, "through Vulkan")]),
        ),
        (
            "a card with a PCI id on DX12 is not taken for its twin",
            vec![
                at("0000:01:00.0", radeon(Vulkan, "AMD proprietary driver")),
                gtx1080(Vulkan),
                at("0000:02:00.0", gtx1080(Dx12)),
                at("0000:01:00.0", radeon(Dx12, "")),
            ],
            Chosen(
                &[0, 1],
                &[
                    (2, "GTX 1080 through Vulkan"),
                    (3, "NAVI21) through Vulkan"),
                ],
            ),
        ),
        (
            "an integrated GPU listed first stands behind the card",
            vec![
                at("0000:00:02.0", uhd(Vulkan)),
                at("0000:01:00.0", gtx1080(Vulkan)),
            ],
            Chosen(&[1, 0], &[]),
        ),
        (
            "every kind in its order",
            vec![
                swiftshader(),
                llvmpipe(),
                gpu(Vulkan, Virtual, "Virtio-GPU Venus (AMD)", (0x1af4, 0x1050)),
                uhd(Vulkan),
                at("0000:01:00.0", gtx1080(Vulkan)),
            ],
            Chosen(
                &[4, 3, 2],
                &[(0, "software beside a GPU"), (1, "software beside a GPU")],
            ),
        ),
        (
            "two cards through Metal, which gives neither PCI nor vendor ids",
            vec![
                gpu(Metal, Integrated, "Intel UHD Graphics 630", (0, 0)),
                gpu(Metal, Discrete, "AMD Radeon Pro 5500M", (0, 0)),
            ],
            Chosen(&[1, 0], &[]),
        ),
        (
            "software only",
            vec![swiftshader(), llvmpipe()],
            Chosen(&[1, 0], &[]),
        ),
        (
            "the rig",
            rig(),
            Chosen(&[1, 2, 0], &[(3, "GL counts only where")]),
        ),
        (
            "no adapter",
            vec![],
            Refused(&["no adapter", "Vulkan, Metal, DX12 and GL show none"]),
        ),
        (
            "none that computes",
            vec![without_compute(llvmpipe_gl())],
            Refused(&["no adapter", "llvmpipe", "no compute shaders"]),
        ),
    ];
    for (case, found, expected) in rows {
        check(case, found, Policy::default(), expected);
    }
}

#[test]
fn software_on_request() {
    let card = || vec![llvmpipe(), at("0000:01:00.0", gtx1080(Vulkan))];
    let rows: Vec<(&str, Vec<AdapterInfo>, bool, Expected)> = vec![
        ("beside a GPU", card(), true, Chosen(&[1, 0], &[])),
        ("never", card(), false, Chosen(&[1], &[(0, "not allowed")])),
        (
            "never, and no GPU",
            vec![llvmpipe()],
            false,
            Refused(&["no adapter", "llvmpipe", "not allowed"]),
        ),
    ];
    for (case, found, allow, expected) in rows {
        let policy = Policy {
            allow_software: Some(allow),
            ..Policy::default()
        };
        check(case, found, policy, expected);
    }
}

fn named(visible: &str) -> Policy {
    let visible = Some(visible.to_owned());
    Policy {
        visible,
        ..Policy::default()
    }
}

#[test]
fn visible_devices() {
    // Found: 0 llvmpipe, 1 UHD, 2 A100 at 3b (#1), 3 Radeon at af, 4 A100 at 01 (#0).
    let unseen = "not among the visible";
    let rows: Vec<(&str, &[usize])> = vec![
        ("0", &[4]),
        ("2,0", &[3, 4]),
        (" 1 , 1,,0 ", &[2, 4]),
        ("4", &[0]),
        ("0000:3b:00.0", &[2]),
        ("0000:3B:00.0", &[2]),
        ("00000000:3B:00.0", &[2]),
        ("3b:00.0,00:02.0", &[2, 1]),
        ("radeon", &[3]),
        ("A100", &[4, 2]),
        ("40gb #1", &[2]),
        ("radv", &[3]),
        ("nvidia,0", &[4, 2]),
        ("1,nvidia", &[2, 4]),
        ("llvmpipe,uhd", &[0, 1]),
        ("lavapipe", &[0]),
    ];
    for (visible, order) in rows {
        let mut found = workstation();
        identify(&mut found);
        let choice =
            select(&found, &named(visible)).unwrap_or_else(|error| panic!("{visible:?}: {error}"));
        assert_eq!(choice.order, order, "{visible:?}");
        assert_eq!(
            choice.left_out.len(),
            found.len() - order.len(),
            "{visible:?}"
        );
        for (_, reason) in choice.left_out {
            assert_eq!(reason.to_string().find(unseen), Some(0), "{visible:?}");
        }
    }
}

#[test]
fn visible_devices_that_do_not_exist() {
    let rows: Vec<(&str, &'static [&'static str])> = vec![
        (
            "5",
            &[
                "`5`",
                "  0: NVIDIA A100-SXM4-40GB #0 (discrete, 0000:01:00.0)",
                "\n  4: llvmpipe",
            ],
        ),
        ("0,-1", &["`-1`"]),
        ("0,geforce", &["`geforce`", "  3: Intel(R) UHD"]),
        ("0001:3b:00.0", &["`0001:3b:00.0`"]),
        ("99999999999999999999999", &["`99999999999999999999999`"]),
        // An index, not a part of "40GB".
        ("40", &["`40`"]),
        ("", &["no adapter", "empty", "  0: NVIDIA"]),
        (" , ", &["no adapter", "empty"]),
    ];
    for (visible, parts) in rows {
        let case = format!("visible {visible:?}");
        check(&case, workstation(), named(visible), Refused(parts));
    }
}

#[test]
fn the_table() {
    let mut found = rig();
    found.push(AdapterInfo {
        memory_bytes: Some(25_757_220_864),
        driver_info: "550.54.14".to_owned(),
        ..at("0000:01:00.0", a100(Vulkan))
    });
    identify(&mut found);
    let choice = select(&found, &Policy::default()).unwrap();
    let used: Vec<&AdapterInfo> = choice.order.iter().map(|&index| &found[index]).collect();
    let left_out: Vec<LeftOut> = choice
        .left_out
        .into_iter()
        .map(|(index, reason)| LeftOut {
            adapter: found[index].clone(),
            reason,
        })
        .collect();
    let text = Table(&used, &left_out).to_string();
    let expected = "   \
   name                   kind      driver            backend  PCI id        memory
0  NVIDIA A100-SXM4-40GB  discrete  NVIDIA 550.54.14  Vulkan   0000:01:00.0  24.0 GiB

left out:
  llvmpipe (LLVM 15.0.6, 256 bits) (GL): ";
    assert!(text.starts_with(expected), "{text}");
    assert_eq!(text.lines().count(), 8, "{text}");
}

/// Whatever this machine has: the inventory is sound, and prints.
#[test]
fn this_machine() {
    let inventory = match super::adapters() {
        Ok(inventory) => inventory,
        Err(error) => return println!("nothing to look at: {error}"),
    };
    println!("{inventory}");
    for adapter in &inventory.adapters {
        assert!(adapter.info().compute);
        assert!(inventory.to_string().contains(adapter.name()));
    }
}
