//! What a batch system has granted: the variables by which it tells a job which cards are its own.
//!
//! Vulkan, Metal and DX12 do not read them, so without this a job would run on its neighbours'
//! cards. All is pure, over a machine.

use super::bus::NVIDIA;
use super::info::{AdapterInfo, AdapterKind};
use super::machine::Machine;
use super::select::{Entry, Reason};

/// What the batch system's variables say. `None` where one is unset.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Allocation {
    pub cuda: Option<String>,
    /// Whether CUDA counts the cards by PCI id. If not, the fastest comes first.
    pub cuda_by_pci: bool,
    pub hip: Option<String>,
    pub rocr: Option<String>,
    pub ze: Option<String>,
    /// The cards that NVIDIA's driver lists. Empty where unknown.
    pub nvidia: Vec<NvidiaCard>,
}

/// A card as NVIDIA's driver lists it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct NvidiaCard {
    pub pci: String,
    /// Such as `GPU-3f2a…`. Empty where unknown.
    pub uuid: String,
    pub model: String,
}

impl Allocation {
    /// What the environment says.
    pub(super) fn of(machine: &dyn Machine) -> Self {
        let value = |name: &str| machine.env(name);
        let cuda = value("CUDA_VISIBLE_DEVICES");
        let nvidia = match cuda {
            Some(_) => nvidia_cards(machine),
            None => Vec::new(),
        };
        Self {
            cuda,
            cuda_by_pci: value("CUDA_DEVICE_ORDER").is_some_and(|order| order == "PCI_BUS_ID"),
            hip: value("HIP_VISIBLE_DEVICES"),
            rocr: value("ROCR_VISIBLE_DEVICES"),
            ze: value("ZE_AFFINITY_MASK"),
            nvidia,
        }
    }
}

/// The cards below `/proc/driver/nvidia/gpus`, without those that this process may not open.
///
/// Where a batch system walls cards off by cgroups, the folder still lists them, but CUDA does not
/// count them.
pub(super) fn nvidia_cards(machine: &dyn Machine) -> Vec<NvidiaCard> {
    const GPUS: &str = "/proc/driver/nvidia/gpus";
    let card = |pci: String| {
        let text = machine.read(&format!("{GPUS}/{pci}/information")).ok()?;
        let field = |name: &str| {
            let mut pairs = text.lines().filter_map(|line| line.split_once(':'));
            let value = pairs.find(|(key, _)| key.trim() == name);
            value.map(|(_, value)| value.trim().to_owned())
        };
        let opens = |minor| machine.open(&format!("/dev/nvidia{minor}")).is_ok();
        let usable = field("Device Minor").is_none_or(opens)
            && field("GPU Excluded").is_none_or(|excluded| excluded != "Yes");
        // A card that was never used shows question marks.
        let uuid = field("GPU UUID").filter(|uuid| !uuid.contains('?'));
        usable.then(|| NvidiaCard {
            pci: pci.to_ascii_lowercase(),
            uuid: uuid.unwrap_or_default(),
            model: field("Model").unwrap_or_default(),
        })
    };
    machine.list(GPUS).into_iter().filter_map(card).collect()
}

/// The cards that the job may use, of those given in their rank order.
pub(super) fn obey<'a>(
    mut cards: Vec<Entry<'a>>,
    allocation: &Allocation,
    left_out: &mut Vec<(usize, Reason)>,
    warnings: &mut Vec<String>,
) -> Vec<Entry<'a>> {
    let Allocation {
        cuda, hip, rocr, ..
    } = allocation;
    // Level Zero takes these two for no mask.
    let ze = allocation.ze.as_deref();
    let ze = ze.filter(|mask| !matches!(mask.trim(), "" | "default"));
    // Where there is nothing of NVIDIA's, HIP takes CUDA's variable for its own.
    let is_nvidia = |(_, info): &Entry<'_>| info.vendor == NVIDIA;
    let hip = match (hip, cuda) {
        (None, Some(cuda)) if allocation.nvidia.is_empty() && !cards.iter().any(is_nvidia) => {
            ("CUDA_VISIBLE_DEVICES", Some(&**cuda))
        }
        _ => ("HIP_VISIBLE_DEVICES", hip.as_deref()),
    };
    let vendors = [
        Vendor {
            owns: |info| info.vendor == 0x10de,
            listed: &allocation.nvidia,
            by_pci: allocation.cuda_by_pci,
            variables: vec![("CUDA_VISIBLE_DEVICES", cuda.as_deref())],
        },
        Vendor {
            owns: |info| info.vendor == 0x1002,
            listed: &[],
            by_pci: false,
            // HIP counts within what ROCr shows.
            variables: vec![("ROCR_VISIBLE_DEVICES", rocr.as_deref()), hip],
        },
        Vendor {
            owns: |info| info.vendor == 0x8086 && info.kind == AdapterKind::Discrete,
            listed: &[],
            by_pci: false,
            variables: vec![(ZE, ze)],
        },
    ];
    for vendor in vendors {
        vendor.restrict(&mut cards, left_out, warnings);
    }
    cards
}

const ZE: &str = "ZE_AFFINITY_MASK";

/// The cards that one vendor's variables are about.
struct Vendor<'a> {
    owns: fn(&AdapterInfo) -> bool,
    listed: &'a [NvidiaCard],
    by_pci: bool,
    /// Each counts within what the one before leaves.
    variables: Vec<(&'static str, Option<&'a str>)>,
}

impl Vendor<'_> {
    fn restrict(
        &self,
        cards: &mut Vec<Entry>,
        left_out: &mut Vec<(usize, Reason)>,
        warnings: &mut Vec<String>,
    ) {
        let is_theirs = |(_, info): &Entry| !info.is_software() && (self.owns)(info);
        let theirs: Vec<Entry> = cards.iter().copied().filter(is_theirs).collect();
        let mut kept = theirs.clone();
        let mut slots = self.slots(&theirs);
        let ordered = self.by_pci || self.one_model(&theirs);
        let mut located = theirs.iter().all(|(_, info)| info.pci.is_some());

        let set = self.variables.iter();
        for (variable, value) in set.filter_map(|(name, value)| Some((*name, (*value)?))) {
            let before = kept.clone();
            match resolve(value, &slots, ordered, located, variable == ZE) {
                Some(named) => {
                    if named.len() < slots.len() {
                        kept.retain(|(_, info)| named.iter().any(|slot| slot.pci == info.pci));
                    }
                    slots = named;
                }
                None => {
                    // One card is what a job that may use any is granted at least.
                    kept.truncate(1);
                    located = false;
                    warnings.extend(kept.first().map(|(_, info)| unclear(variable, value, info)));
                }
            }
            let gone = before.iter().filter(|entry| !kept.contains(entry));
            left_out.extend(gone.map(|(index, _)| {
                let (variable, value) = (variable.to_owned(), value.to_owned());
                (*index, Reason::NotAllocated { variable, value })
            }));
        }
        cards.retain(|entry| !theirs.contains(entry) || kept.contains(entry));
    }

    /// The cards that the vendor's indices count, by PCI id: also those that no adapter shows.
    fn slots(&self, theirs: &[Entry]) -> Vec<Slot> {
        let listed = self.listed.iter().map(|card| Slot {
            pci: Some(card.pci.clone()),
            uuid: card.uuid.to_ascii_lowercase(),
        });
        let mut slots: Vec<Slot> = listed.collect();
        for (_, info) in theirs {
            // An adapter without PCI id is one of the listed, if there is a list.
            let counted = match &info.pci {
                Some(_) => slots.iter().any(|slot| slot.pci == info.pci),
                None => !self.listed.is_empty(),
            };
            if !counted {
                slots.push(Slot {
                    pci: info.pci.clone(),
                    uuid: String::new(),
                });
            }
        }
        slots.sort_by(|a, b| a.pci.cmp(&b.pci));
        slots
    }

    /// Whether all are equally fast, so that the fastest first means by PCI id.
    fn one_model(&self, theirs: &[Entry]) -> bool {
        let names = theirs.iter().map(|(_, info)| info.name.as_str());
        let models = self.listed.iter().map(|card| card.model.as_str());
        alike(names) && alike(models)
    }
}

fn alike<'a>(mut names: impl Iterator<Item = &'a str>) -> bool {
    let first = names.next();
    names.all(|name| Some(name) == first)
}

/// A card that is counted.
#[derive(Clone, PartialEq)]
struct Slot {
    pci: Option<String>,
    /// In small letters. Empty where unknown.
    uuid: String,
}

/// What one entry of a list means.
enum Item {
    /// The card, and whether it is given by its number.
    Card(usize, bool),
    Invalid,
    Unclear,
}

/// The slots that the list names, in its order, `None` where that can't be told.
fn resolve(
    value: &str,
    slots: &[Slot],
    ordered: bool,
    located: bool,
    dotted: bool,
) -> Option<Vec<Slot>> {
    let mut named: Vec<usize> = Vec::new();
    let mut counts = false;
    for text in value.split(',').map(str::trim) {
        let card = match text.split_once('.') {
            // The part behind the dot is a tile of the card.
            Some((card, _)) if dotted => card,
            _ => text,
        };
        let (slot, by_number) = match item(card, slots) {
            Item::Card(slot, by_number) => (slot, by_number),
            Item::Unclear => return None,
            // As in CUDA: what stands behind an invalid entry does not count.
            Item::Invalid => break,
        };
        counts |= by_number;
        if !named.contains(&slot) {
            named.push(slot);
        }
    }
    let all_or_none = named.is_empty() || named.len() == slots.len();
    let clear = all_or_none || (located && (ordered || !counts));
    let named = named.into_iter().filter_map(|slot| slots.get(slot));
    clear.then(|| named.cloned().collect())
}

fn item(text: &str, slots: &[Slot]) -> Item {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let index = text.parse().ok().filter(|index| *index < slots.len());
        return index.map_or(Item::Invalid, |index| Item::Card(index, true));
    }
    let text = text.to_ascii_lowercase();
    let uuid = match text.strip_prefix("mig-") {
        // The older form of a MIG id: the card's uuid, the GPU instance, the compute instance.
        Some(rest) => rest.split('/').next().unwrap_or_default(),
        None => &text,
    };
    if !uuid.starts_with("gpu-") {
        // The newer form does not say which card it is of.
        return if text.starts_with("mig-") {
            Item::Unclear
        } else {
            Item::Invalid
        };
    }
    let mut matches = (0..)
        .zip(slots)
        .filter(|(_, slot)| slot.uuid.starts_with(uuid));
    match (matches.next(), matches.next()) {
        (Some((slot, _)), None) => Item::Card(slot, false),
        (None, _) if slots.iter().any(|slot| slot.uuid.is_empty()) => Item::Unclear,
        _ => Item::Invalid,
    }
}

fn unclear(variable: &str, value: &str, kept: &AdapterInfo) -> String {
    format!(
        "can't tell which adapters {variable}={value} means: of their vendor's, only {} is used; \
         POLYGPU_VISIBLE_DEVICES chooses others",
        kept.label()
    )
}
