//! How large a chunk fits, and why one does not.

use super::*;

const STREAM: &str = "
    @group(0) @binding(0) var<storage, read> x: array<u32>;
    @group(0) @binding(1) var<storage, read_write> y: array<u32>;
    @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        y[id.x] = x[id.x];
    }";

/// x by a distribution of the row's, y split; 1,000 workgroups of 4.
fn stream(x: Distribution, len: u32) -> (Arc<Folded>, Plan) {
    let folded = fold(STREAM);
    let stated = [Some(x), Some(Distribution::split(1))];
    let plan = plan(&folded, 1000, &[len, 4000], &stated).unwrap();
    (folded, plan)
}

/// The limit of a storage binding in bytes, and the largest chunk that it allows.
#[test]
fn the_chunk_that_just_fits() {
    let split = Distribution::split(1);
    for (x, len, limit, chunk) in [
        (split, 4000, 16_000, Some(1000)),
        (split, 4000, 15_984, Some(999)),
        (split, 4000, 1600, Some(100)),
        (split, 4000, 1599, Some(99)),
        (split, 4000, 16, Some(1)),
        (split, 4000, 15, None),
        // Two more on each side.
        (Distribution::halo(1, 2, 2), 4000, 1616, Some(100)),
        (Distribution::halo(1, 2, 2), 4000, 1615, Some(99)),
        // As large as the array at most, wherever the grid goes on.
        (split, 100, 16_000, Some(1000)),
        (Distribution::split(100), 100, 400, Some(25)),
        (Distribution::split(100), 100, 399, None),
        (Distribution::broadcast(), 100, 400, Some(25)),
        (Distribution::broadcast(), 100, 399, None),
        // The chunk begins in the middle of an element that serves eight invocations.
        (Distribution::split((1, 8)), 4000, 16, Some(1)),
    ] {
        let (folded, plan) = stream(x, len);
        let limits = Limits {
            storage_binding_bytes: limit,
            ..Limits::ample()
        };
        let fit = fit(&plan, &folded, &limits);
        assert_eq!(
            fit.ok().map(|fit| fit.max_chunk),
            chunk,
            "{x} of {len} in {limit} bytes"
        );
    }
}

proptest! {
    /// A chunk that fits, fits wherever it lies; the next larger one has a reason against it. More
    /// room never makes it smaller.
    #[test]
    fn the_largest_chunk_fits_anywhere(
        (n, d) in (1..5u32, 1..9u32),
        reach in [0..9u32, 0..9u32],
        len in 0..5000u32,
        storage in 0..20_000u64,
        memory in 0..200_000u64,
        more in 0..10_000u64,
    ) {
        let (folded, plan) = stream(Distribution::halo((n, d), reach[0], reach[1]), len);
        let limits = |more| Limits {
            storage_binding_bytes: storage + more,
            memory_budget: memory + more,
            uniform_offset_bytes: 16,
            ..Limits::ample()
        };
        let found = fit(&plan, &folded, &limits(0));
        let more = fit(&plan, &folded, &limits(more));
        let Ok(Fit { max_chunk }) = found else {
            prop_assert!(!found.unwrap_err().is_empty());
            return Ok(());
        };
        prop_assert!(more.unwrap().max_chunk >= max_chunk);
        prop_assert!((1..=1000).contains(&max_chunk));
        let mut largest = 0;
        for start in (0..=1000 - max_chunk).step_by(plan.step as usize) {
            let chunk = start..start + max_chunk;
            let bytes = plan.bindings.iter().map(|b| {
                let window = plan.window(b, &chunk);
                u64::from(window.end - window.start) * 4
            });
            let bytes: Vec<_> = bytes.collect();
            prop_assert!(bytes.iter().all(|bytes| *bytes <= storage), "{bytes:?}");
            largest = largest.max(bytes.iter().sum::<u64>());
        }
        // Device, upload, and the download of y.
        prop_assert!(2 * largest + u64::from(max_chunk) * 16 <= memory);
    }
}

/// Each limit is named with what is needed and what is allowed.
#[test]
fn reasons() {
    let folded = fold(
        "override n = 60;
        var<workgroup> shared_sums: array<u32, 60>;
        @group(1) @binding(0) var<uniform> a: array<vec4<u32>, 4>;
        @group(0) @binding(7) var<storage, read> x: array<u32>;
        @group(1) @binding(1) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(8, 4, 2) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            shared_sums[0] = 1u;
            y[id.x] = x[id.x] + a[1].x + shared_sums[0];
        }",
    );
    let stated = [
        Some(Distribution::broadcast()),
        None,
        Some(Distribution::split(1)),
    ];
    let plan = plan(&folded, 1000, &[4000, 4, 8000], &stated).unwrap();
    type Change = fn(&mut Limits);
    let rows: [(Change, &str); 16] = [
        (
            |l| l.workgroup_size[0] = 7,
            "workgroup size x: 8 needed, 7 allowed",
        ),
        (
            |l| l.workgroup_size[1] = 3,
            "workgroup size y: 4 needed, 3 allowed",
        ),
        (
            |l| l.workgroup_size[2] = 1,
            "workgroup size z: 2 needed, 1 allowed",
        ),
        (
            |l| l.workgroup_invocations = 63,
            "invocations of a workgroup: 64 needed, 63 allowed",
        ),
        (
            |l| l.workgroup_memory_bytes = 239,
            "bytes of workgroup memory: 240 needed, 239 allowed",
        ),
        (
            |l| l.storage_buffers = 1,
            "storage buffers: 2 needed, 1 allowed",
        ),
        (
            |l| l.uniform_buffers = 1,
            "uniform buffers: 2 needed, one of them to divide the grid, 1 allowed",
        ),
        (|l| l.bind_groups = 1, "bind groups: 2 needed, 1 allowed"),
        (
            |l| l.bindings_per_group = 7,
            "binding numbers: 8 needed, 7 allowed",
        ),
        (
            |l| l.storage_binding_bytes = 15_999,
            "storage binding \"x\": 16000 bytes in one chunk, 15999 allowed",
        ),
        (
            |l| l.uniform_binding_bytes = 63,
            "uniform binding \"a\": 64 bytes in one chunk, 63 allowed",
        ),
        (
            |l| l.buffer_bytes = 9999,
            "storage binding \"x\": 16000 bytes in one chunk, 9999 allowed",
        ),
        (
            |l| l.buffer_bytes = 16_000,
            "bytes in one chunk, 16000 allowed in a buffer",
        ),
        (
            |l| l.memory_budget = 30_000,
            "bytes in one chunk with its transfers, 30000 in the budget",
        ),
        (
            |l| l.missing_features = vec!["f16".into(), "f64".into()],
            "the kernel needs f16, which it does not have",
        ),
        (|l| l.workgroups = 0, ""),
    ];
    for (change, reason) in rows {
        let mut limits = Limits::ample();
        change(&mut limits);
        match fit(&plan, &folded, &limits) {
            Ok(_) => assert_eq!(reason, ""),
            Err(reasons) => assert!(
                !reason.is_empty() && reasons.iter().any(|r| r.contains(reason)),
                "{reason}: {reasons:?}"
            ),
        }
    }
    // All of them at once.
    let limits = Limits {
        workgroup_size: [1; 3],
        bind_groups: 0,
        ..Limits::ample()
    };
    assert_eq!(fit(&plan, &folded, &limits).unwrap_err().len(), 4);
}

/// The log of a checked launch takes a storage buffer.
#[test]
fn room_for_the_log() {
    let (folded, mut plan) = stream(Distribution::split(1), 4000);
    let limits = |storage_buffers| Limits {
        storage_buffers,
        ..Limits::ample()
    };
    assert!(plan.checked && fit(&plan, &folded, &limits(3)).is_ok());
    assert_eq!(
        fit(&plan, &folded, &limits(2)).unwrap_err(),
        [
            "storage buffers: 3 needed, one of them to check the distributions, 2 allowed; `trust_distribution` does without"
        ]
    );
    plan.checked = false;
    assert!(fit(&plan, &folded, &limits(2)).is_ok());
}

/// A launch that is not divided fits whole or not at all.
#[test]
fn undivided() {
    let folded = fold(STREAM);
    let plan = plan(&folded, 1000, &[4000, 4000], &[None; 2]).unwrap();
    let limits = |storage_binding_bytes| Limits {
        storage_binding_bytes,
        ..Limits::ample()
    };
    assert_eq!(
        fit(&plan, &folded, &limits(16_000)),
        Ok(Fit { max_chunk: 1 })
    );
    assert_eq!(fit(&plan, &folded, &limits(15_999)).unwrap_err().len(), 2);
}

/// Grids of many dispatches, up to what no chunk can hold.
#[test]
fn dispatches() {
    let folded = fold(STREAM);
    let stated = [None, Some(Distribution::split(1))];
    let mut plan = plan(&folded, 1000, &[10, 10], &stated).unwrap();
    let limits = |workgroups| Limits {
        workgroups,
        ..Limits::ample()
    };
    plan.grid = [1 << 20, 1 << 10, 1];
    for (workgroups, chunk) in [
        (65_535, Some(1 << 20)),
        (1 << 10, Some(1 << 20)),
        (16, Some(1 << 14)),
    ] {
        let fit = fit(&plan, &folded, &limits(workgroups));
        assert_eq!(fit.ok().map(|fit| fit.max_chunk), chunk, "{workgroups}");
    }
    plan.grid = [u32::MAX; 3];
    let reasons = fit(&plan, &folded, &limits(1)).unwrap_err();
    assert!(
        reasons
            .iter()
            .any(|r| r.contains("dispatches in one chunk, 65536 allowed")),
        "{reasons:?}"
    );
}

/// Subgroups have to be of one size where a launch is divided.
#[test]
fn subgroups() {
    let folded = fold(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(
            @builtin(global_invocation_id) id: vec3<u32>, @builtin(subgroup_size) size: u32,
        ) { y[id.x] = size; }",
    );
    let limits = Limits {
        subgroup_size: None,
        ..Limits::ample()
    };
    let whole = plan(&folded, 10, &[640], &[None]).unwrap();
    assert!(fit(&whole, &folded, &limits).is_ok());
    let split = plan(&folded, 10, &[640], &[Some(Distribution::split(1))]).unwrap();
    let reasons = fit(&split, &folded, &limits).unwrap_err();
    assert_eq!(
        reasons,
        ["the kernel uses subgroups, and their size is not fixed here"]
    );
}
