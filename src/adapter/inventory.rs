//! The adapters of the machine, used and left out.

use std::fmt;

use super::info::{AdapterInfo, AdapterKind};
use super::select::{Choice, Reason};

/// A GPU, or a software stand-in, as a driver shows it. Cheap to clone.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Adapter {
    #[cfg_attr(feature = "serde", serde(flatten))]
    info: AdapterInfo,
    #[cfg_attr(feature = "serde", serde(skip))]
    raw: wgpu::Adapter,
}

impl Adapter {
    pub(super) fn new(info: AdapterInfo, raw: wgpu::Adapter) -> Self {
        Self { info, raw }
    }

    /// The name that the driver gives. Identical cards share it: [`AdapterInfo::label`] tells them apart.
    pub fn name(&self) -> &str {
        &self.info.name
    }

    /// Discrete, integrated, and so on.
    pub fn kind(&self) -> AdapterKind {
        self.info.kind
    }

    /// Where the card is plugged in, such as `0000:3b:00.0`, where the driver says so.
    pub fn pci(&self) -> Option<&str> {
        self.info.pci.as_deref()
    }

    /// The driver's name. May be empty.
    pub fn driver(&self) -> &str {
        &self.info.driver
    }

    /// The API that the adapter is driven through: `Vulkan`, `Metal`, `DX12` or `GL`.
    pub fn backend(&self) -> &str {
        self.info.backend.name()
    }

    /// The size of its largest device-local memory, where known.
    pub fn memory_bytes(&self) -> Option<u64> {
        self.info.memory_bytes
    }

    /// All that is known of it.
    pub fn info(&self) -> &AdapterInfo {
        &self.info
    }

    pub(crate) fn raw(&self) -> &wgpu::Adapter {
        &self.raw
    }
}

/// An adapter that is not used.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LeftOut {
    /// Which one.
    pub adapter: AdapterInfo,
    /// Why not.
    pub reason: Reason,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (label, backend) = (self.adapter.label(), self.adapter.backend);
        write!(f, "{label} ({backend}): {}", self.reason)
    }
}

/// Every adapter of the machine: those used, in their order, and those left out.
///
/// Displays as a table.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Inventory {
    /// The adapters in use.
    pub adapters: Vec<Adapter>,
    /// The others, each with its reason.
    pub left_out: Vec<LeftOut>,
}

impl Inventory {
    pub(super) fn new(infos: &[AdapterInfo], raw: &[wgpu::Adapter], choice: Choice) -> Self {
        let adapters = choice.order.iter().filter_map(|&index| {
            let (info, raw) = (infos.get(index)?.clone(), raw.get(index)?.clone());
            Some(Adapter::new(info, raw))
        });
        let left_out = choice.left_out.into_iter().filter_map(|(index, reason)| {
            let adapter = infos.get(index)?.clone();
            Some(LeftOut { adapter, reason })
        });
        Self {
            adapters: adapters.collect(),
            left_out: left_out.collect(),
        }
    }
}

impl fmt::Display for Inventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used: Vec<&AdapterInfo> = self.adapters.iter().map(Adapter::info).collect();
        write!(f, "{}", Table(&used, &self.left_out))
    }
}

/// [`Inventory`]'s text, made of plain data so that it is tested without a GPU.
pub(super) struct Table<'a>(pub &'a [&'a AdapterInfo], pub &'a [LeftOut]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = ["", "name", "kind", "driver", "backend", "PCI id", "memory"];
        let mut rows = vec![header.map(str::to_owned)];
        rows.extend((0..).zip(self.0).map(|(index, info)| cells(index, info)));

        let mut widths = [0; 7];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        for row in &rows {
            let padded: Vec<String> = row
                .iter()
                .zip(widths)
                .map(|(cell, width)| format!("{cell:width$}"))
                .collect();
            writeln!(f, "{}", padded.join("  ").trim_end())?;
        }

        if !self.0.is_empty() && self.0.iter().all(|info| info.is_software()) {
            writeln!(f, "\nno GPU: the CPU does the work")?;
        }
        if !self.1.is_empty() {
            writeln!(f, "\nleft out:")?;
        }
        for left_out in self.1 {
            writeln!(f, "  {left_out}")?;
        }
        Ok(())
    }
}

fn cells(index: usize, info: &AdapterInfo) -> [String; 7] {
    let driver = format!("{} {}", info.driver, info.driver_info);
    [
        index.to_string(),
        info.label(),
        info.kind.to_string(),
        driver.trim().to_owned(),
        info.backend.to_string(),
        info.pci.clone().unwrap_or_else(|| "-".to_owned()),
        info.memory_bytes
            .map_or_else(|| "unknown".to_owned(), gibibytes),
    ]
}

fn gibibytes(bytes: u64) -> String {
    const GIB: f64 = (1u64 << 30) as f64;
    format!("{:.1} GiB", bytes as f64 / GIB)
}
