use super::{Limits, kernel_reasons};
use crate::kernel::{Constants, Kernel};

/// What WebGPU guarantees everywhere.
fn limits() -> Limits {
    Limits {
        workgroup_size: [256, 256, 64],
        workgroup_invocations: 256,
        workgroup_memory_bytes: 16 << 10,
        workgroups: 65_535,
        storage_buffers: 8,
        uniform_buffers: 12,
        bind_groups: 4,
        bindings_per_group: 1000,
        storage_binding_bytes: 128 << 20,
        uniform_binding_bytes: 64 << 10,
        buffer_bytes: 256 << 20,
        uniform_offset_bytes: 256,
        memory_budget: u64::MAX,
        subgroup_size: None,
        missing_features: Vec::new(),
    }
}

#[test]
fn a_kernel_is_held_against_every_limit() {
    let fit = "@group(0) @binding(0) var<storage, read_write> a: array<f32>;
        var<workgroup> shared_sums: array<f32, 64>;
        @compute @workgroup_size(8, 8) fn main() { shared_sums[0] = 1.0; a[0] = shared_sums[0]; }";
    let rows: [(fn(&mut Limits), &[&str]); 8] = [
        (|_| {}, &[]),
        (|limits| limits.workgroup_invocations = 64, &[]),
        (
            |limits| limits.workgroup_invocations = 63,
            &["invocations of a workgroup: 64 needed, 63 allowed"],
        ),
        (
            |limits| limits.workgroup_size = [7, 8, 1],
            &["workgroup size x: 8 needed, 7 allowed"],
        ),
        (
            |limits| limits.workgroup_memory_bytes = 255,
            &["bytes of workgroup memory: 256 needed, 255 allowed"],
        ),
        (
            |limits| limits.storage_buffers = 0,
            &["storage buffers: 1 needed, 0 allowed"],
        ),
        (
            |limits| limits.missing_features = vec!["f16"],
            &["the kernel needs f16, which it does not have"],
        ),
        (
            |limits| (limits.bind_groups, limits.bindings_per_group) = (0, 0),
            &[
                "bind groups: 1 needed, 0 allowed",
                "binding numbers: 1 needed, 0 allowed",
            ],
        ),
    ];
    let kernel = Kernel::from_wgsl("fit", fit).unwrap();
    let folded = kernel.fold(&Constants::new()).unwrap();
    for (change, expected) in rows {
        let mut limits = limits();
        change(&mut limits);
        assert_eq!(kernel_reasons(&folded, &limits), expected);
    }
}
