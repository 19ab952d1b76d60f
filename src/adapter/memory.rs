//! How much memory an adapter has, where the driver can be asked.

/// The size of the largest device-local heap, where the adapter is driven through Vulkan.
///
/// The largest, not the sum: a second heap is mostly the part of the first that the CPU can reach.
/// wgpu does not tell, and through the other backends it can't be asked without their crates.
#[cfg(any(
    windows,
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd"
))]
#[allow(
    unsafe_code,
    reason = "wgpu offers memory sizes only through its hal layer"
)]
pub(super) fn device_local_bytes(adapter: &wgpu::Adapter) -> Option<u64> {
    // VK_MEMORY_HEAP_DEVICE_LOCAL_BIT: ash's own constant would take a dependency on ash.
    const DEVICE_LOCAL: u32 = 1;

    // SAFETY: the guard is only read from, and nothing reached through it is destroyed. The
    // physical device belongs to this very instance, which the guard keeps alive for both calls.
    let heaps = unsafe {
        let hal = adapter.as_hal::<wgpu::hal::api::Vulkan>()?;
        let instance = hal.shared_instance().raw_instance();
        instance.get_physical_device_memory_properties(hal.raw_physical_device())
    };
    heaps
        .memory_heaps_as_slice()
        .iter()
        .filter(|heap| heap.flags.as_raw() & DEVICE_LOCAL != 0)
        .map(|heap| heap.size)
        .max()
}

/// No Vulkan here, so unknown.
#[cfg(not(any(
    windows,
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd"
)))]
pub(super) fn device_local_bytes(_adapter: &wgpu::Adapter) -> Option<u64> {
    None
}
