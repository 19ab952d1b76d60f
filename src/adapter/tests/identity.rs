//! What an adapter is, and which of several equal ones.

use super::recorded::*;
use crate::adapter::info::{AdapterInfo, AdapterKind::*, identify};

#[test]
fn equal_adapters_are_told_apart() {
    let mut found = workstation();
    found.push(llvmpipe_gl());
    identify(&mut found);
    let labels: Vec<String> = found.iter().map(AdapterInfo::label).collect();
    assert_eq!(
        labels,
        [
            "llvmpipe (LLVM 15.0.6, 256 bits)",
            "Intel(R) UHD Graphics 770 (ADL-S GT1)",
            "NVIDIA A100-SXM4-40GB #1",
            "AMD Radeon RX 6800 (RADV NAVI21)",
            "NVIDIA A100-SXM4-40GB #0",
            "llvmpipe (LLVM 15.0.6, 256 bits)",
        ]
    );
}

#[test]
fn a_rasteriser_is_no_gpu_whatever_it_says() {
    let told = |name: &str, device_type| {
        AdapterInfo::from_wgpu(&wgpu::AdapterInfo {
            name: name.to_owned(),
            driver: "?".to_owned(),
            device_pci_bus_id: "0000:3B:00.0".to_owned(),
            ..wgpu::AdapterInfo::new(device_type, wgpu::Backend::Vulkan)
        })
    };
    let venus = told(
        "Virtio-GPU Venus (llvmpipe (LLVM 17))",
        wgpu::DeviceType::VirtualGpu,
    );
    assert_eq!(venus.kind, Software);
    let card = told("NVIDIA A100", wgpu::DeviceType::DiscreteGpu);
    assert_eq!(card.kind, Discrete);
    assert_eq!(card.driver, "");
    assert_eq!(card.pci.as_deref(), Some("0000:3b:00.0"));
}
