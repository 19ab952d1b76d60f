//! `polygpu check`: whether a kernel is valid, what it asks for, and who can run it.

use std::fmt::Write;
use std::path::PathBuf;

use polygpu::{Adapter, Device, Interface, Kernel};
use serde_json::json;

use crate::failure::Failure;
use crate::options::{borrowed, constant, refuse_twice};
use crate::output;

/// Validate a kernel, print its interface, and say which GPUs can run it
///
/// Exit code 0: it is valid and some GPU here can run it. 1: none can. 2: it is not valid.
#[derive(clap::Args)]
pub struct Options {
    /// The WGSL file
    kernel: PathBuf,

    /// The entry point [default: all of them]
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,

    /// An override, by name or @id
    #[arg(long, value_name = "NAME=V", value_parser = constant)]
    constant: Vec<(String, f64)>,
}

/// One entry point, and what each adapter has against it.
struct Entry {
    interface: Interface,
    adapters: Vec<(Adapter, Vec<String>)>,
}

/// Checks every entry point on every adapter.
pub fn check(options: &Options, as_json: bool) -> Result<(), Failure> {
    refuse_twice("--constant", &options.constant)?;
    let constants = borrowed(&options.constant);
    let kernel = Kernel::from_file(&options.kernel)?;
    let names = match &options.entry {
        Some(name) => vec![name.clone()],
        None => kernel.entries(),
    };
    let mut entries = Vec::new();
    for name in names {
        let kernel = kernel.entry(&name)?;
        entries.push((kernel.interface_with(&constants)?, kernel));
    }
    let opened: Vec<_> = polygpu::adapters()?
        .adapters
        .into_iter()
        .map(|adapter| (Device::open(&adapter), adapter))
        .collect();
    let entries = entries
        .into_iter()
        .map(|(interface, kernel)| {
            let reasons = |device: &polygpu::Result<Device>| match device {
                Ok(device) => device.unfit(&kernel, &constants),
                Err(error) => Ok(vec![error.to_string()]),
            };
            let adapters = opened
                .iter()
                .map(|(device, adapter)| Ok((adapter.clone(), reasons(device)?)))
                .collect::<Result<_, Failure>>()?;
            Ok(Entry {
                interface,
                adapters,
            })
        })
        .collect::<Result<Vec<_>, Failure>>()?;

    if as_json {
        output::print_json(&as_value(&kernel, &entries)?)?;
    } else {
        output::print(&as_text(&kernel, &entries))?;
    }
    let fits = |entry: &Entry| entry.adapters.iter().any(|(_, reasons)| reasons.is_empty());
    match entries.iter().find(|entry| !fits(entry)) {
        Some(entry) => Err(Failure::Run(format!(
            "{}: no adapter here can run {}",
            kernel.label(),
            entry.interface.entry_point
        ))),
        None => Ok(()),
    }
}

fn as_value(kernel: &Kernel, entries: &[Entry]) -> Result<serde_json::Value, Failure> {
    let mut values = Vec::new();
    for entry in entries {
        let adapters = entry.adapters.iter().enumerate();
        let adapters = adapters.map(|(index, (adapter, reasons))| {
            json!({
                "index": index,
                "name": adapter.info().label(),
                "can_run": reasons.is_empty(),
                "reasons": reasons,
            })
        });
        values.push(json!({
            "interface": output::json(&entry.interface)?,
            "adapters": adapters.collect::<Vec<_>>(),
        }));
    }
    Ok(json!({ "kernel": kernel.label(), "entries": values }))
}

fn as_text(kernel: &Kernel, entries: &[Entry]) -> String {
    let mut text = format!("{} is valid\n", kernel.label());
    for entry in entries {
        let _ = write!(text, "\n{}\n", entry.interface);
        let names = entry.adapters.iter().map(|(a, _)| a.info().label());
        let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
        for (index, (adapter, reasons)) in entry.adapters.iter().enumerate() {
            let verdict = if reasons.is_empty() {
                "can run it".to_owned()
            } else {
                format!("can't run it: {}", reasons.join("; "))
            };
            let name = adapter.info().label();
            let _ = writeln!(text, "{index}  {name:width$}  {verdict}");
        }
    }
    text
}
