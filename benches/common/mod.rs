//! What the benches share.

use polygpu::{AdapterInfo, wgpu};

/// Cargo says --bench where it is to be measured, not only tried.
pub fn is_measuring() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The adapter that polygpu opened, for a device without polygpu.
pub async fn same_adapter(info: &AdapterInfo) -> wgpu::Adapter {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        flags: wgpu::InstanceFlags::empty(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapters = instance.enumerate_adapters(wgpu::Backends::all()).await;
    let same = |adapter: &&wgpu::Adapter| {
        let found = adapter.get_info();
        found.name == info.name
            && found.backend.to_str() == info.backend.name().to_lowercase()
            && info
                .pci
                .as_ref()
                .is_none_or(|pci| found.device_pci_bus_id.eq_ignore_ascii_case(pci))
    };
    let found = adapters.iter().find(same).cloned();
    found.expect("the adapter that polygpu found")
}
