//! Plans against brute force, and the refusals with their lines.

mod known;
mod refusals;
mod sizes;

use std::ops::Range;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::kernel::{Constants, Kernel};

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

fn fold(wgsl: &str) -> Arc<Folded> {
    let kernel = Kernel::from_wgsl("test.wgsl", wgsl).unwrap();
    kernel.fold(&Constants::new()).unwrap()
}

/// A plan of a kernel for a grid along x; lengths and distributions in the interface's order.
fn plan(
    folded: &Folded,
    workgroups: u32,
    lens: &[u32],
    distributions: &[Option<Distribution>],
) -> Result<Plan> {
    Plan::new(&Request {
        kernel: "test.wgsl",
        folded,
        grid: [workgroups, 1, 1],
        lens,
        content: &vec![None; lens.len()],
        distributions,
        axis: None,
        trusted: false,
        divide: distributions.iter().any(Option::is_some),
    })
}

/// The elements that invocations touch by the words of the documentation, one by one.
fn touched(n: u64, d: u64, reach: [u64; 2], invocations: Range<u64>, len: u64) -> Vec<u64> {
    let [before, after] = reach;
    let mut elements = Vec::new();
    for i in invocations {
        for j in i.saturating_sub(before)..=i + after {
            // An element belongs to an invocation if any part of it lies in `j*n/d .. (j+1)*n/d`.
            elements.extend((0..len).filter(|e| e * d < (j + 1) * n && (e + 1) * d > j * n));
        }
    }
    elements.sort_unstable();
    elements.dedup();
    elements
}

proptest! {
    #[test]
    fn windows(
        (n, d) in (1..6u32, 1..6u32),
        reach in [0..4u32, 0..4u32],
        start in 0..20u64,
        count in 1..8u64,
        len in 0..40u64,
    ) {
        let [before, after] = reach;
        let distribution = Distribution::halo((n, d), before, after);
        let window = distribution.0.window(start..start + count, len);
        let want = touched(n.into(), d.into(), reach.map(u64::from), start..start + count, len);
        prop_assert_eq!(window.collect::<Vec<_>>(), want, "{}", distribution);
    }

    /// Cuts at multiples of the step part no element, and no smaller step does.
    #[test]
    fn steps((n, d) in (1..40u32, 1..40u32), size in 1..70u32) {
        let split = Distribution::split((n, d));
        let step = split.0.step(size);
        let parts = |at: u32| {
            let cut = u64::from(at) * u64::from(size);
            let left = split.0.window(0..cut, u64::MAX);
            let right = split.0.window(cut..cut + 1, u64::MAX);
            left.end > right.start
        };
        prop_assert!((1..4).all(|i| !parts(i * step)), "{} by {}", split, step);
        prop_assert!((1..step).all(parts), "{} by {}", split, step);
    }

    /// The most elements that a chunk holds, over all places where it may lie.
    #[test]
    fn most(
        (n, d) in (1..6u32, 1..6u32),
        reach in [0..4u32, 0..4u32],
        align in 1..6u64,
        count in 1..8u64,
        len in 0..200u64,
    ) {
        let [before, after] = reach;
        let kind = Distribution::halo((n, d), before, after).0;
        let window = |chunk| {
            let start = chunk * align;
            let window = kind.window(start..start + count, 1000);
            window.end - window.start
        };
        let want = (0..60).map(window).max().unwrap();
        prop_assert_eq!(kind.most(count, align, 1000), want);
        prop_assert_eq!(kind.most(count, align, len), want.min(len));
    }
}

/// Numbers at the ends of their ranges.
#[test]
fn windows_of_large_numbers() {
    const MAX: u32 = u32::MAX;
    let rows = [
        (Distribution::split(1), 0..1 << 32, 10, 0..10),
        (
            Distribution::split(MAX),
            1..2,
            u64::MAX,
            u64::from(MAX)..2 * u64::from(MAX),
        ),
        (Distribution::split(MAX), 1 << 32..1 << 33, 10, 10..10),
        (Distribution::split((1, MAX)), 0..1 << 32, 10, 0..2),
        (Distribution::halo(MAX, MAX, MAX), 5..6, 10, 0..10),
        (
            Distribution::halo(1, MAX, 0),
            1 << 33..1 << 34,
            u64::MAX,
            (1 << 32) + 1..1 << 34,
        ),
        (Distribution::broadcast(), 5..6, 10, 0..10),
        (Distribution::reduce(ReduceOp::Sum), 5..6, 10, 0..10),
    ];
    for (distribution, invocations, len, want) in rows {
        let window = distribution.0.window(invocations.clone(), len);
        assert_eq!(window, want, "{distribution} of {invocations:?}");
        let count = invocations.end - invocations.start;
        let most = distribution.0.most(count, 1, len);
        assert!(
            most >= window.end - window.start && most <= len,
            "{distribution}"
        );
    }
    assert_eq!(Distribution::split((1, MAX)).0.step(1), MAX);
    assert_eq!(Distribution::split((MAX, 1)).0.step(MAX), 1);
}

/// Texts that are distributions, with what they print as.
#[test]
fn parsed_distributions() {
    for (text, want) in [
        ("split:1", "split(1)"),
        ("split:3/4", "split(3/4)"),
        ("split:4/1", "split(4)"),
        ("halo:1:2:3", "halo(1, 2, 3)"),
        ("halo:1/8:0:3", "halo(1/8, 0, 3)"),
        ("halo:2:0:0", "split(2)"),
        ("broadcast", "broadcast"),
        ("reduce:sum", "reduce(sum)"),
        ("reduce:min", "reduce(min)"),
        ("reduce:max", "reduce(max)"),
    ] {
        let parsed: Distribution = text.parse().unwrap();
        assert_eq!(parsed.to_string(), want);
    }
    let number = "is not a whole number";
    let none =
        "is no distribution: write split:N, halo:N:BEFORE:AFTER, broadcast, or reduce:sum|min|max";
    for (text, why) in [
        ("", none),
        ("split", none),
        ("split:1:2", none),
        ("halo:1:2", none),
        ("reduce:nand", none),
        ("Broadcast", none),
        ("split:", number),
        ("split:-1", number),
        ("split:1.5", number),
        ("split:1/", number),
        ("split:1/2/3", number),
        ("split:4294967296", number),
        ("halo:1:x:0", number),
    ] {
        let error = text.parse::<Distribution>().unwrap_err();
        assert!(error.contains(why), "{text:?}: {error}");
    }
    for (text, want) in [("x", Axis::X), ("Y", Axis::Y), ("z", Axis::Z)] {
        assert_eq!(text.parse(), Ok(want));
        assert_eq!(want.to_string(), text.to_lowercase());
    }
    let error = "w".parse::<Axis>().unwrap_err();
    assert_eq!(error, "\"w\" is no axis: write x, y or z");
}

/// Each axis cuts its own dimension.
#[test]
fn extents() {
    let folded = fold(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(2, 3, 4)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) { y[id.x] = 1u; }",
    );
    for (axis, total, extent, window) in [
        (None, 5, [2..3, 0..6, 0..7], 4..6),
        (Some(Axis::X), 5, [2..3, 0..6, 0..7], 4..6),
        (Some(Axis::Y), 6, [0..5, 2..3, 0..7], 6..9),
        (Some(Axis::Z), 7, [0..5, 0..6, 2..3], 8..12),
    ] {
        let plan = Plan::new(&Request {
            kernel: "test.wgsl",
            folded: &folded,
            grid: [5, 6, 7],
            lens: &[100],
            content: &[None],
            distributions: &[Some(Distribution::split(1))],
            axis,
            trusted: false,
            divide: true,
        })
        .unwrap();
        assert_eq!(plan.total(), total);
        assert_eq!(plan.extent(&(2..3)), extent);
        assert_eq!(plan.window(&plan.bindings[0], &(2..3)), window.clone());
        let all = total * (window.end - window.start);
        assert_eq!(plan.window(&plan.bindings[0], &(0..total)), 0..all);
        assert!(plan.is_whole(&(0..total)) && !plan.is_whole(&(0..1)));
    }
    let whole = plan(&folded, 5, &[100], &[None]).unwrap();
    assert_eq!((whole.axis, whole.total(), whole.step), (None, 1, 1));
    assert_eq!(whole.extent(&(0..1)), [0..5, 0..1, 0..1]);
}

/// The step of a plan suits every binding that is written, and is never more than the grid.
#[test]
fn steps_of_plans() {
    let folded = fold(
        "@group(0) @binding(0) var<storage, read_write> a: array<u32>;
        @group(0) @binding(1) var<storage, read_write> b: array<u32>;
        @group(0) @binding(2) var<storage, read_write> c: array<u32>;
        @group(0) @binding(3) var<storage, read> d: array<u32>;
        @compute @workgroup_size(2)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            a[id.x] = d[id.x]; b[id.x] = 1u; c[id.x] = 1u;
        }",
    );
    const MAX: u32 = u32::MAX;
    for (per, step) in [
        ([(1, 1), (2, 1), (3, 1), (1, 1)], 1),
        ([(1, 4), (2, 1), (3, 1), (1, 1)], 2),
        ([(1, 4), (1, 6), (1, 1), (1, 1)], 6),
        ([(1, 4), (1, 6), (1, 10), (1, 1)], 30),
        // What is only read may share elements.
        ([(1, 1), (1, 1), (1, 1), (1, 64)], 1),
        ([(1, 5000), (1, 1), (1, 1), (1, 1)], 1000),
        ([(1, MAX), (1, MAX - 1), (1, MAX - 2), (1, 1)], 1000),
    ] {
        let distributions = per.map(|per| Some(Distribution::split(per)));
        let plan = plan(&folded, 1000, &[100; 4], &distributions).unwrap();
        assert_eq!(plan.step, step, "{per:?}");
    }
}

/// The explanation.
#[test]
fn display() {
    let folded = fold(
        "@group(0) @binding(0) var<uniform> a: f32;
        @group(0) @binding(1) var<storage, read> x: array<vec3<f32>>;
        @group(0) @binding(2) var<storage, read_write> y: array<f32>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) { y[id.x] = a * x[id.x].y; }",
    );
    let stated = [None, None, Some(Distribution::split((1, 128)))];
    let spread = plan(&folded, 10, &[1, 50, 5], &stated).unwrap().to_string();
    assert_eq!(
        spread,
        "test.wgsl: 10 x 1 x 1 workgroups of 64 x 1 x 1\n\
         cut along x, 2 workgroups at a time\n  \
         a: 1 x 4 bytes, whole\n  \
         x: 50 x 16 bytes, read split, written none, 1 access guarded\n      \
         reads x[id.x .. id.x + 1): each chunk reads elements of its own (test.wgsl:5)\n  \
         y: 5 x 4 bytes, split(1/128) (asserted by the caller), 1 access guarded\n"
    );
    let whole = plan(&folded, 10, &[1, 50, 5], &[None; 3]).unwrap();
    assert!(whole.to_string().contains("runs whole on one device"));
}

/// Windows as formulas in the kernel's own names.
#[test]
fn formulas() {
    let kernel = |body: &str| {
        format!(
            "struct Size {{ width: u32, height: u32 }}
            @group(0) @binding(0) var<uniform> size: Size;
            @group(0) @binding(1) var<storage, read> u: array<f32>;
            @group(0) @binding(2) var<storage, read_write> v: array<f32>;
            @compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                let x = id.x; let y = id.y; let width = size.width;
                if (x >= width || y >= size.height) {{ return; }}
                {body}
            }}"
        )
    };
    for (body, u, v) in [
        (
            "v[y * width + x] = u[(y - 1u) * width + x] + u[(y + 1u) * width + x];",
            "reads u[(y - 1)*width .. (y + 1)*width + width):",
            "writes v[y*width .. y*width + width):",
        ),
        (
            "v[(y * width + x) * 2u] = u[y * width + (width - 1u - x)];",
            "reads u[y*width .. y*width + width):",
            "writes v[y*200 .. y*200 + 199):",
        ),
        (
            "v[x * size.height + y] = u[3]; v[x * size.height + y + width * size.height] = 1.0;",
            "each chunk may read all of it",
            "writes v[y .. y + 1), 100 times height apart",
        ),
    ] {
        let folded = fold(&kernel(body));
        let size: Vec<u8> = [100u32, 64].iter().flat_map(|n| n.to_le_bytes()).collect();
        let plan = Plan::new(&Request {
            kernel: "test.wgsl",
            folded: &folded,
            grid: [13, 8, 1],
            lens: &[1, 6400, 12800],
            content: &[Some(&size), None, None],
            distributions: &[None; 3],
            axis: Some(Axis::Y),
            trusted: false,
            divide: true,
        })
        .unwrap();
        for (binding, want) in plan.bindings[1..].iter().zip([u, v]) {
            let text = plan.explain(binding);
            assert!(text.starts_with(want), "{body}\n{text}\nnot {want}");
        }
    }
}
