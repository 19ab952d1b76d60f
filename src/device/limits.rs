//! wgpu's limits and features in the plan's terms.

use naga::valid::Capabilities;

use crate::adapter::AdapterInfo;
use crate::plan::Limits;

/// What kernels may ask for beyond core WebGPU, and the feature that brings it. Only these are
/// asked of an adapter, never all that it has: some of those are experimental.
const KERNEL_FEATURES: [(Capabilities, wgpu::Features, &str); 10] = [
    // Part of WebGPU itself.
    (
        Capabilities::SHADER_FLOAT16_IN_FLOAT32,
        wgpu::Features::empty(),
        "f16 in f32",
    ),
    (
        Capabilities::SHADER_FLOAT16,
        wgpu::Features::SHADER_F16,
        "f16",
    ),
    (Capabilities::FLOAT64, wgpu::Features::SHADER_F64, "f64"),
    (
        Capabilities::SHADER_INT16,
        wgpu::Features::SHADER_I16,
        "i16",
    ),
    (
        Capabilities::SHADER_INT64,
        wgpu::Features::SHADER_INT64,
        "i64",
    ),
    (
        Capabilities::SHADER_INT64_ATOMIC_MIN_MAX,
        wgpu::Features::SHADER_INT64_ATOMIC_MIN_MAX,
        "64-bit atomic min and max",
    ),
    (
        Capabilities::SHADER_INT64_ATOMIC_ALL_OPS,
        wgpu::Features::SHADER_INT64_ATOMIC_ALL_OPS,
        "64-bit atomics",
    ),
    (
        Capabilities::SHADER_FLOAT32_ATOMIC,
        wgpu::Features::SHADER_FLOAT32_ATOMIC,
        "f32 atomics",
    ),
    (
        Capabilities::SUBGROUP,
        wgpu::Features::SUBGROUP,
        "subgroups",
    ),
    (
        Capabilities::SUBGROUP_BARRIER,
        wgpu::Features::SUBGROUP_BARRIER,
        "subgroup barriers",
    ),
];

/// The features that a device is opened with, where its adapter has them.
pub(super) fn wanted_features() -> wgpu::Features {
    KERNEL_FEATURES
        .iter()
        .fold(wgpu::Features::TIMESTAMP_QUERY, |all, (_, feature, _)| {
            all | *feature
        })
}

/// What the kernel needs and the device was opened without.
fn missing_features(
    needed: Capabilities,
    subgroups: bool,
    features: wgpu::Features,
) -> Vec<String> {
    let mut missing = Vec::new();
    let mut known = Capabilities::empty();
    for (capability, feature, name) in KERNEL_FEATURES {
        known |= capability;
        let asked =
            needed.contains(capability) || (subgroups && capability == Capabilities::SUBGROUP);
        if asked && !features.contains(feature) {
            missing.push(name.to_owned());
        }
    }
    // Named as naga names them.
    let unknown = (needed - known).iter_names();
    missing.extend(unknown.map(|(name, _)| name.to_lowercase().replace('_', " ")));
    missing
}

pub(super) fn limits(
    device: &wgpu::Device,
    info: &AdapterInfo,
    memory_budget: u64,
    needed: Capabilities,
    subgroups: bool,
) -> Limits {
    let limits = device.limits();
    let features = device.features();
    let subgroup_size = (features.contains(wgpu::Features::SUBGROUP)
        && info.subgroup_min_size == info.subgroup_max_size)
        .then_some(info.subgroup_min_size);
    Limits {
        workgroup_size: [
            limits.max_compute_workgroup_size_x,
            limits.max_compute_workgroup_size_y,
            limits.max_compute_workgroup_size_z,
        ],
        workgroup_invocations: limits.max_compute_invocations_per_workgroup,
        workgroup_memory_bytes: limits.max_compute_workgroup_storage_size.into(),
        workgroups: limits.max_compute_workgroups_per_dimension,
        storage_buffers: limits.max_storage_buffers_per_shader_stage,
        uniform_buffers: limits.max_uniform_buffers_per_shader_stage,
        bind_groups: limits.max_bind_groups,
        bindings_per_group: limits.max_bindings_per_bind_group,
        storage_binding_bytes: limits.max_storage_buffer_binding_size,
        uniform_binding_bytes: limits.max_uniform_buffer_binding_size,
        buffer_bytes: limits.max_buffer_size,
        uniform_offset_bytes: limits.min_uniform_buffer_offset_alignment.into(),
        memory_budget,
        subgroup_size,
        missing_features: missing_features(needed, subgroups, features),
    }
}
