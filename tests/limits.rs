//! Grids, bindings and data beyond what one dispatch, one binding or the memory budget takes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

mod common;

use std::time::Instant;

use polygpu::{Axis, Distribution, Kernel, ReduceOp};

const COUNT: &str = "
@group(0) @binding(0) var<storage, read_write> count: array<atomic<u32>, 4>;

// Counts the corners of its grid, and its own workgroups along the far edges: hardly anyone does anything.
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>) {
    if (id.x == n.x - 1u || id.y == n.y - 1u) {
        atomicAdd(&count[0], 1u);
        if (id.x == n.x - 1u) { atomicAdd(&count[1], id.y); }
        if (id.y == n.y - 1u) { atomicAdd(&count[2], id.x); }
    }
}";

/// Grids beyond 65,535 workgroups in each dimension. The full one takes lavapipe on two cores a quarter of an hour
/// (ten billion workgroups at about 0.1 µs each): it runs where POLYGPU_LONG is set.
#[test]
fn grids_beyond_one_dispatch() {
    let Some(group) = common::group() else { return };
    let kernel = Kernel::from_wgsl("count.wgsl", COUNT).unwrap();
    let mut grids = vec![[100_000, 70, 1], [70, 100_000, 1], [3, 2, 100_000]];
    if std::env::var_os("POLYGPU_LONG").is_some() {
        grids.push([100_000, 100_000, 1]);
    }
    for [x, y, z] in grids {
        let sum = |n: u32| (0..n).fold(0u32, u32::wrapping_add).wrapping_mul(z);
        let want = [(x + y - 1).wrapping_mul(z), sum(y), sum(x), 7];
        for axis in [Axis::X, Axis::Y, Axis::Z] {
            // Only along its longest dimension does the largest one fit a sensible number of chunks.
            if axis.index() == 2 && z == 1 {
                continue;
            }
            let began = Instant::now();
            let mut count = [0u32, 0, 0, 7];
            let launch = group.launch(&kernel).bind_mut("count", &mut count);
            let report = launch
                .distribute("count", Distribution::reduce(ReduceOp::Sum))
                .axis(axis)
                .workgroups([x, y, z])
                .run()
                .unwrap();
            println!("{x} x {y} x {z} along {axis}: {:?}", began.elapsed());
            assert_eq!(count, want, "{x} x {y} x {z} along {axis}");
            assert!(report.passed_over.is_empty());
        }
        let mut count = [0u32, 0, 0, 7];
        let whole = group.launch(&kernel).bind_mut("count", &mut count);
        whole.workgroups([x, y, z]).run().unwrap();
        assert_eq!(count, want, "{x} x {y} x {z} whole");
    }
}

const ADD: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> more: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&data)) { data[id.x] += vec4(more[id.x / 4u]) + vec4(id.x, 0u, 0u, 1u); }
}";

struct Large {
    what: &'static str,
    elements: usize,
    budget: Option<u64>,
    /// Whether one device of the rig's first model can hold it.
    needs_chunks: bool,
}

/// A binding beyond lavapipe's 128 MiB, and data beyond a budget.
#[test]
fn data_beyond_one_binding_or_the_budget() {
    let Some(group) = common::group() else { return };
    let kernel = Kernel::from_wgsl("add.wgsl", ADD).unwrap();
    let mib = 1 << 20;
    let rows = [
        Large {
            what: "a binding of 300 MiB",
            elements: 300 * mib / 16,
            budget: None,
            needs_chunks: true,
        },
        Large {
            what: "a budget of 64 MiB",
            elements: 100 * mib / 16 + 13,
            budget: Some(64 << 20),
            needs_chunks: true,
        },
        Large {
            what: "a budget that holds it all",
            elements: 4 * mib / 16,
            budget: Some(64 << 20),
            needs_chunks: false,
        },
    ];
    for row in rows {
        let more: Vec<u32> = (0..row.elements.div_ceil(4) as u32)
            .map(|i| i ^ 0x5555)
            .collect();
        for devices in [group.on(0).unwrap(), group.clone()] {
            let mut data: Vec<[u32; 4]> = (0..row.elements as u32).map(|i| [i, 2, 3, !i]).collect();
            let mut launch = devices
                .launch(&kernel)
                .bind_mut("data", &mut data)
                .bind("more", &more)
                .distribute("data", Distribution::split(1))
                .distribute("more", Distribution::split((1, 4)))
                .invocations([row.elements]);
            if let Some(budget) = row.budget {
                launch = launch.memory_budget(budget);
            }
            let report = launch.run().unwrap();
            let chunks: usize = report.devices.iter().map(|d| d.chunks()).sum();
            if common::on_rig() && row.needs_chunks {
                assert!(chunks > 1, "{}: {report}", row.what);
            }
            for (i, got) in (0u32..).zip(&data) {
                let m = (i / 4) ^ 0x5555;
                let want = [
                    i + i + m,
                    2 + m,
                    3 + m,
                    (!i).wrapping_add(m).wrapping_add(1),
                ];
                assert!(
                    *got == want,
                    "{}: element {i} is {got:?}, not {want:?}",
                    row.what
                );
            }
        }
    }
}

/// A write to where the data says can't be divided, and this one is too large whole: the error lists each device's limit.
#[test]
fn what_fits_nowhere_is_an_error_that_lists_the_limits() {
    let Some(group) = common::group() else { return };
    let scatter = "
        @group(0) @binding(0) var<storage, read_write> data: array<vec4<u32>>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            data[data[id.x].x] = vec4(id, 1u);
        }";
    let kernel = Kernel::from_wgsl("scatter.wgsl", scatter).unwrap();
    let mut data = vec![[0u32; 4]; 1 << 16];
    let launch = group
        .launch(&kernel)
        .bind_mut("data", &mut data)
        .invocations([1 << 16])
        .memory_budget(1 << 20);
    let error = launch.run().unwrap_err().to_string();
    for device in group.devices() {
        assert!(error.contains(device.name()), "{error}");
    }
    assert!(error.contains("1048576 in the budget"), "{error}");
}
