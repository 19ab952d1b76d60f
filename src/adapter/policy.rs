//! What the user and the environment want of the selection, and what the machine has.

use super::allocation::Allocation;
use super::bus::{self, Controller};
use super::machine::{Live, Machine};

/// What the user wants of the selection.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Policy {
    /// Which adapters, in which order: indices, PCI ids and parts of names, comma-separated. All
    /// where `None`.
    pub visible: Option<String>,
    /// Whether software adapters are used: always or never. When there is no GPU, not even one without a
    /// driver, where `None`. An adapter named in `visible` is used in any case.
    pub allow_software: Option<bool>,
    /// The display controllers and accelerators on the PCI bus.
    pub bus: Vec<Controller>,
    /// What the batch system has granted. It counts where `visible` is `None`.
    pub allocation: Allocation,
}

impl Policy {
    /// What the environment says.
    pub(crate) fn from_env() -> Self {
        Self::of(&Live)
    }

    /// What a machine's environment says.
    pub(crate) fn of(machine: &dyn Machine) -> Self {
        let allow_software = machine.env("POLYGPU_ALLOW_SOFTWARE");
        Self {
            visible: machine.env("POLYGPU_VISIBLE_DEVICES"),
            allow_software: allow_software.and_then(|text| yes_or_no(&text)),
            allocation: Allocation::of(machine),
            bus: bus::controllers(machine),
        }
    }
}

/// What POLYGPU_ALLOW_SOFTWARE says. Set to nothing, it is as good as unset.
pub(super) fn yes_or_no(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        "" => None,
        _ => {
            log::warn!("POLYGPU_ALLOW_SOFTWARE={text:?} is ignored: it is 1 or 0, true or false");
            None
        }
    }
}
