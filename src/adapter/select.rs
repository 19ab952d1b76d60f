//! Which of the adapters found are used, in what order, and why not the others. Pure.
//!
//! The hard part is to count each physical GPU once without ever losing one. What identifies a card
//! is its PCI id; a name or a model never does within one backend, for identical cards are common
//! where several GPUs are. Across backends a model may be paired off, one for one:
//! then a card could only be lost if each of two backends showed another one of two identical cards.

use std::fmt;

use super::allocation;
use super::bus::{self, Controller};
use super::info::{AdapterInfo, Backend};
use super::policy::Policy;
use crate::error::{Error, Result};

/// Why an adapter is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Reason {
    /// The same card is used through a better backend.
    BetterBackend {
        /// The adapter used instead.
        kept: String,
        /// The backend that it is used through.
        backend: Backend,
    },
    /// The same card is used through another driver of the same backend.
    OtherDriver {
        /// The adapter used instead.
        kept: String,
        /// The driver that it is used through.
        driver: String,
    },
    /// GL shows no card's identity, so it counts only where no other backend finds an adapter.
    GlBesideOthers,
    /// The driver runs no compute shaders.
    NoCompute,
    /// The CPU is not used beside a GPU unless asked for.
    SoftwareBesideGpu,
    /// The PCI bus shows a GPU that no driver shows: the CPU does not take its place unasked.
    SoftwareInsteadOf {
        /// The GPU (the first of them), its slot and its kernel driver.
        gpu: String,
    },
    /// The program allows no software adapters.
    SoftwareNotAllowed,
    /// The user named the visible devices, and not this one.
    NotVisible,
    /// The batch system has granted other cards to this job.
    NotAllocated {
        /// The environment variable that says so.
        variable: String,
        /// Its value.
        value: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BetterBackend { kept, backend } => {
                write!(f, "same card as {kept} through {backend}")
            }
            Self::OtherDriver { kept, driver } => {
                write!(f, "same card as {kept} through driver {driver}")
            }
            Self::GlBesideOthers => f.write_str("GL counts only where no other backend finds an adapter"),
            Self::NoCompute => f.write_str("its driver runs no compute shaders"),
            Self::SoftwareBesideGpu => f.write_str(
                "software beside a GPU is used on request (allow software, or make it visible by name)",
            ),
            Self::SoftwareInsteadOf { gpu } => write!(
                f,
                "software, while the PCI bus shows {gpu}, which no driver of Vulkan or GL shows"
            ),
            Self::SoftwareNotAllowed => f.write_str("software is not allowed"),
            Self::NotVisible => f.write_str("not among the visible devices"),
            Self::NotAllocated { variable, value } => {
                write!(f, "left to others because of {variable}={value}")
            }
        }
    }
}

/// What [`select`] decided, as indices into what was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice {
    /// The adapters to use, in order.
    pub order: Vec<usize>,
    /// All others.
    pub left_out: Vec<(usize, Reason)>,
    /// What the user should know of the decision.
    pub warnings: Vec<String>,
}

/// An adapter and its index in what was found.
pub(super) type Entry<'a> = (usize, &'a AdapterInfo);

/// Chooses the adapters to use.
pub(crate) fn select(found: &[AdapterInfo], policy: &Policy) -> Result<Choice> {
    let unshown = bus::unshown(&policy.bus, found);
    if found.is_empty() {
        return Err(nothing_found(&unshown));
    }
    let mut left_out = Vec::new();
    let able = without_compute(found, &mut left_out);
    let cards = once_per_card(able, &mut left_out);
    let mut cards = gl_last_resort(cards, &mut left_out);
    cards.sort_by_key(|(_, info)| info.rank());

    let mut warnings = Vec::new();
    let chosen = match &policy.visible {
        Some(visible) => named(&cards, visible, &mut left_out)?,
        None => {
            let cards = granted(cards, policy, &mut left_out, &mut warnings);
            unasked(&cards, policy.allow_software, &unshown, &mut left_out)
        }
    };
    if chosen.is_empty() {
        return Err(nothing_left(found, &left_out, &unshown));
    }
    Ok(Choice {
        order: chosen.into_iter().map(|(index, _)| index).collect(),
        left_out,
        warnings,
    })
}

fn without_compute<'a>(
    found: &'a [AdapterInfo],
    left_out: &mut Vec<(usize, Reason)>,
) -> Vec<Entry<'a>> {
    let entries = found.iter().enumerate();
    let (able, unable): (Vec<Entry>, Vec<Entry>) = entries.partition(|(_, info)| info.compute);
    left_out.extend(unable.iter().map(|(index, _)| (*index, Reason::NoCompute)));
    able
}

/// Keeps the best view of each card.
fn once_per_card<'a>(
    mut able: Vec<Entry<'a>>,
    left_out: &mut Vec<(usize, Reason)>,
) -> Vec<Entry<'a>> {
    // The best backend first; in each, those with a PCI id first, so that an exact match is not
    // taken by one that could only be paired by its model.
    able.sort_by_key(|(_, info)| (info.backend, info.rank()));

    let mut kept: Vec<Entry> = Vec::new();
    let mut matched: Vec<(usize, Backend)> = Vec::new();
    for (index, info) in able {
        let free = |twin: usize| !matched.contains(&(twin, info.backend));
        let same_slot = kept.iter().find(|(_, other)| same_pci(info, other));
        let twin = same_slot.or_else(|| {
            kept.iter()
                .find(|(twin, other)| free(*twin) && same_model_elsewhere(info, other))
        });
        match twin {
            Some(&(twin, other)) => {
                matched.push((twin, info.backend));
                left_out.push((index, seen_twice(info, other)));
            }
            None => kept.push((index, info)),
        }
    }
    kept
}

fn same_pci(a: &AdapterInfo, b: &AdapterInfo) -> bool {
    a.pci.is_some() && a.pci == b.pci
}

/// One card through two backends, one of which gives no PCI id: all cards of a model have one
/// driver package, so each backend shows all of them.
fn same_model_elsewhere(a: &AdapterInfo, b: &AdapterInfo) -> bool {
    a.backend != b.backend
        && (a.pci.is_none() || b.pci.is_none())
        && (a.vendor, a.device) == (b.vendor, b.device)
        && a.vendor != 0
        && a.device != 0
}

fn seen_twice(info: &AdapterInfo, kept: &AdapterInfo) -> Reason {
    if info.backend == kept.backend {
        Reason::OtherDriver {
            kept: kept.label(),
            driver: kept.driver.clone(),
        }
    } else {
        Reason::BetterBackend {
            kept: kept.label(),
            backend: kept.backend,
        }
    }
}

/// Leaves GL out beside other backends, unless it shows a GPU and they only software.
fn gl_last_resort<'a>(
    cards: Vec<Entry<'a>>,
    left_out: &mut Vec<(usize, Reason)>,
) -> Vec<Entry<'a>> {
    let (gl, mut others): (Vec<Entry>, Vec<Entry>) = cards
        .into_iter()
        .partition(|(_, info)| info.backend == Backend::Gl);
    let gpu_elsewhere = others.iter().any(|(_, info)| !info.is_software());
    for (index, info) in gl {
        let last_resort = others.is_empty() || !(gpu_elsewhere || info.is_software());
        if last_resort {
            others.push((index, info));
        } else {
            left_out.push((index, Reason::GlBesideOthers));
        }
    }
    others
}

/// The cards that the batch system has granted. Where that is no GPU of those there are, the CPU
/// must not quietly stand in for it.
fn granted<'a>(
    cards: Vec<Entry<'a>>,
    policy: &Policy,
    left_out: &mut Vec<(usize, Reason)>,
    warnings: &mut Vec<String>,
) -> Vec<Entry<'a>> {
    let is_gpu = |(_, info): &Entry| !info.is_software();
    let any_gpu = cards.iter().any(is_gpu);
    let mut cards = allocation::obey(cards, &policy.allocation, left_out, warnings);
    if any_gpu && !cards.iter().any(is_gpu) && policy.allow_software.is_none() {
        let software = cards.drain(..);
        left_out.extend(software.map(|(index, _)| (index, Reason::SoftwareBesideGpu)));
    }
    cards
}

/// The cards to use where the user named none.
fn unasked<'a>(
    cards: &[Entry<'a>],
    allow_software: Option<bool>,
    unshown: &[&Controller],
    left_out: &mut Vec<(usize, Reason)>,
) -> Vec<Entry<'a>> {
    let any_gpu = cards.iter().any(|(_, info)| !info.is_software());
    let reason = match allow_software {
        Some(true) => None,
        Some(false) => Some(Reason::SoftwareNotAllowed),
        None if any_gpu => Some(Reason::SoftwareBesideGpu),
        None => unshown.first().map(|gpu| Reason::SoftwareInsteadOf {
            gpu: gpu.to_string(),
        }),
    };
    let mut chosen = cards.to_vec();
    if let Some(reason) = reason {
        let software = chosen.extract_if(.., |(_, info)| info.is_software());
        left_out.extend(software.map(|(index, _)| (index, reason.clone())));
    }
    chosen
}

/// The cards that the user named, in the user's order.
fn named<'a>(
    cards: &[Entry<'a>],
    visible: &str,
    left_out: &mut Vec<(usize, Reason)>,
) -> Result<Vec<Entry<'a>>> {
    let mut chosen: Vec<Entry> = Vec::new();
    let items = visible.split(',').map(str::trim);
    for item in items.filter(|item| !item.is_empty()) {
        let matches = matching(cards, item);
        if matches.is_empty() {
            return Err(Error::UnknownAdapter {
                item: item.to_owned(),
                available: listing(cards),
            });
        }
        for entry in matches {
            if !chosen.contains(&entry) {
                chosen.push(entry);
            }
        }
    }
    if chosen.is_empty() {
        return Err(Error::NoAdapter {
            reason: format!(
                "the list of visible devices (POLYGPU_VISIBLE_DEVICES) is empty, so none is visible; there are:\n{}",
                listing(cards)
            ),
        });
    }
    let others = cards.iter().filter(|entry| !chosen.contains(entry));
    left_out.extend(others.map(|(index, _)| (*index, Reason::NotVisible)));
    Ok(chosen)
}

/// Digits are an index, never a part of a name: a typo in an index must not pick a `GTX 1080`.
fn matching<'a>(cards: &[Entry<'a>], item: &str) -> Vec<Entry<'a>> {
    if item.bytes().all(|byte| byte.is_ascii_digit()) {
        let card = item.parse().ok().and_then(|index: usize| cards.get(index));
        return card.copied().into_iter().collect();
    }
    let wanted = item.to_lowercase();
    let is_wanted = |info: &AdapterInfo| {
        let pci = info.pci.as_deref();
        pci.is_some_and(|pci| is_at(pci, &wanted)) || goes_by(info, &wanted)
    };
    let cards = cards.iter().filter(|(_, info)| is_wanted(info));
    cards.copied().collect()
}

/// Whether `wanted` is the PCI id, with a domain of any width (nvidia-smi writes eight digits) or
/// none.
fn is_at(pci: &str, wanted: &str) -> bool {
    let without_domain = pci.split_once(':').map_or(pci, |(_, rest)| rest);
    let bare = wanted.trim_start_matches('0');
    [pci, without_domain]
        .iter()
        .any(|id| id.trim_start_matches('0') == bare)
}

/// Whether `wanted` is a part of the adapter's name or its driver's.
fn goes_by(info: &AdapterInfo, wanted: &str) -> bool {
    let mut names = format!("{}\n{}", info.label(), info.driver).to_lowercase();
    if info.is_software() && names.contains("llvmpipe") {
        // Mesa's CPU driver for Vulkan is known as lavapipe, and does not say so.
        names.push_str("\nlavapipe");
    }
    names.contains(wanted)
}

/// The cards as the user may name them, one a line.
fn listing(cards: &[Entry]) -> String {
    let lines = (0..).zip(cards).map(|(index, (_, info)): (usize, _)| {
        let pci = info.pci.as_deref().map(|pci| format!(", {pci}"));
        let (label, kind) = (info.label(), info.kind);
        format!("  {index}: {label} ({kind}{})", pci.unwrap_or_default())
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn nothing_found(unshown: &[&Controller]) -> Error {
    if !unshown.is_empty() {
        let gpus = bus::listing(unshown);
        return Error::NoAdapter {
            reason: format!("Vulkan and GL show none, while the PCI bus shows:{gpus}"),
        };
    }
    Error::NoAdapter {
        reason: "Vulkan, Metal, DX12 and GL show none".to_owned(),
    }
}

fn nothing_left(
    found: &[AdapterInfo],
    left_out: &[(usize, Reason)],
    unshown: &[&Controller],
) -> Error {
    let lines = left_out.iter().filter_map(|(index, reason)| {
        let label = found.get(*index)?.label();
        Some(format!("\n  {label}: {reason}"))
    });
    let mut reason = format!(
        "all that were found are left out:{}",
        lines.collect::<String>()
    );
    if !unshown.is_empty() {
        reason.push_str("\nGPUs that no driver shows:");
        reason.push_str(&bus::listing(unshown));
    }
    let is_refused = |reason: &Reason| matches!(reason, Reason::SoftwareInsteadOf { .. });
    if left_out.iter().any(|(_, reason)| is_refused(reason)) {
        reason.push_str(
            "\nor allow software: POLYGPU_ALLOW_SOFTWARE=1, `allow_software(true)`, or name it in POLYGPU_VISIBLE_DEVICES",
        );
    }
    Error::NoAdapter { reason }
}
