//! Adapters as drivers show them, and machines made of them.

use crate::adapter::info::{AdapterInfo, AdapterKind, Backend};

use AdapterKind::{Discrete, Integrated, Software};
use Backend::{Dx12, Gl, Vulkan};

/// An adapter of which no more is told.
pub fn gpu(backend: Backend, kind: AdapterKind, name: &str, ids: (u32, u32)) -> AdapterInfo {
    AdapterInfo {
        name: name.to_owned(),
        ordinal: None,
        vendor: ids.0,
        device: ids.1,
        kind,
        pci: None,
        driver: String::new(),
        driver_info: String::new(),
        backend,
        memory_bytes: None,
        subgroup_min_size: 32,
        subgroup_max_size: 32,
        compute: true,
    }
}

/// With a PCI id.
pub fn at(pci: &str, info: AdapterInfo) -> AdapterInfo {
    let pci = Some(pci.to_owned());
    AdapterInfo { pci, ..info }
}

/// With a driver.
pub fn driven(driver: &str, info: AdapterInfo) -> AdapterInfo {
    let driver = driver.to_owned();
    AdapterInfo { driver, ..info }
}

/// A card that machines hold several of.
pub fn a100(backend: Backend) -> AdapterInfo {
    let name = "NVIDIA A100-SXM4-40GB";
    driven("NVIDIA", gpu(backend, Discrete, name, (0x10de, 0x20b0)))
}

/// Another model of the same vendor.
pub fn gtx1080(backend: Backend) -> AdapterInfo {
    let name = "NVIDIA GeForce GTX 1080";
    driven("NVIDIA", gpu(backend, Discrete, name, (0x10de, 0x1b80)))
}

/// A card that two drivers show.
pub fn radeon(backend: Backend, driver: &str) -> AdapterInfo {
    let name = "AMD Radeon RX 6800 (RADV NAVI21)";
    driven(driver, gpu(backend, Discrete, name, (0x1002, 0x73bf)))
}

/// A GPU inside a CPU.
pub fn uhd(backend: Backend) -> AdapterInfo {
    let name = "Intel(R) UHD Graphics 770 (ADL-S GT1)";
    let driver = "Intel open-source Mesa driver";
    driven(driver, gpu(backend, Integrated, name, (0x8086, 0x4680)))
}

/// lavapipe, which calls itself llvmpipe.
pub fn llvmpipe() -> AdapterInfo {
    let name = "llvmpipe (LLVM 15.0.6, 256 bits)";
    let info = gpu(Vulkan, Software, name, (0x10005, 0));
    AdapterInfo {
        driver_info: "Mesa 22.3.6 (LLVM 15.0.6)".to_owned(),
        memory_bytes: Some(2 << 30),
        ..driven("llvmpipe", info)
    }
}

/// The same through GL: the name, but neither driver nor memory.
pub fn llvmpipe_gl() -> AdapterInfo {
    let name = "llvmpipe (LLVM 15.0.6, 256 bits)";
    gpu(Gl, Software, name, (0x10005, 0))
}

/// The slower of the two rasterisers.
pub fn swiftshader() -> AdapterInfo {
    let info = gpu(
        Vulkan,
        Software,
        "SwiftShader Device (Subzero)",
        (0x1ae0, 0xc0de),
    );
    driven("SwiftShader driver", info)
}

/// Windows' own rasteriser.
pub fn warp() -> AdapterInfo {
    gpu(
        Dx12,
        Software,
        "Microsoft Basic Render Driver",
        (0x1414, 0x8c),
    )
}

/// With a driver too old for compute shaders.
pub fn without_compute(info: AdapterInfo) -> AdapterInfo {
    AdapterInfo {
        compute: false,
        ..info
    }
}

/// The rig: two lavapipes and SwiftShader through Vulkan, lavapipe's twin through GL.
pub fn rig() -> Vec<AdapterInfo> {
    vec![swiftshader(), llvmpipe(), llvmpipe(), llvmpipe_gl()]
}

/// One of everything: ordered 0 A100 at 01, 1 A100 at 3b, 2 Radeon, 3 UHD, 4 llvmpipe.
pub fn workstation() -> Vec<AdapterInfo> {
    vec![
        llvmpipe(),
        at("0000:00:02.0", uhd(Vulkan)),
        at("0000:3b:00.0", a100(Vulkan)),
        at("0000:af:00.0", radeon(Vulkan, "radv")),
        at("0000:01:00.0", a100(Vulkan)),
    ]
}
