//! Plans against brute force, and the refusals with their lines.

use super::fit::Limits;

impl Limits {
    /// A device that has room for everything.
    pub(crate) fn ample() -> Self {
        Self {
            workgroup_size: [1024; 3],
            workgroup_invocations: 1024,
            workgroup_memory_bytes: 1 << 16,
            workgroups: 65_535,
            storage_buffers: 64,
            uniform_buffers: 64,
            bind_groups: 8,
            bindings_per_group: 1000,
            storage_binding_bytes: 1 << 30,
            uniform_binding_bytes: 1 << 16,
            buffer_bytes: 1 << 30,
            uniform_offset_bytes: 256,
            memory_budget: u64::MAX,
            subgroup_size: Some(32),
            missing_features: Vec::new(),
        }
    }
}
