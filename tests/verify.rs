//! Launches whose chunks run on two devices.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

mod common;

use common::{group, kernel, models, several, twins};
use polygpu::{Device, DeviceGroup, Error, Fault, Kernel, Launch, Report, Schedule};

const WORKGROUPS: usize = 300;
const N: usize = WORKGROUPS * 64;

/// In place, so that a chunk that ran on what another had written would show.
fn integers() -> Kernel {
    kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&y)) { y[id.x] = y[id.x] * 2654435761u + id.x / 7u; }
        }",
    )
}

fn integers_twin() -> Vec<u32> {
    (0..N as u32)
        .map(|i| i.wrapping_mul(2_654_435_761).wrapping_add(i / 7))
        .collect()
}

fn floats() -> Kernel {
    kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&y)) { y[id.x] = sin(y[id.x]) * exp(-y[id.x] / 1000.0); }
        }",
    )
}

fn start() -> Vec<u32> {
    (0..N as u32).collect()
}

fn launch<'a>(gpus: &DeviceGroup, kernel: &Kernel, y: &'a mut [u32]) -> Launch<'a> {
    // Several chunks for each device under every schedule.
    gpus.launch(kernel)
        .bind_mut("y", y)
        .invocations([N])
        .memory_budget(30_000)
}

fn verified(report: &Report) -> (usize, u32) {
    let verified = report
        .verified
        .unwrap_or_else(|| panic!("nothing was verified: {report}"));
    (verified.chunks, verified.workgroups)
}

/// One device of each of two models.
fn two_models() -> Option<DeviceGroup> {
    let group = group()?;
    let mut models = models(&group);
    models.truncate(2);
    let is_two = models.len() == 2;
    assert!(is_two || !common::on_rig());
    is_two.then(|| DeviceGroup::from_devices(models).unwrap())
}

#[test]
fn integers_on_every_device() {
    let Some(gpus) = several() else { return };
    let kernel = integers();
    for schedule in [
        Schedule::Dynamic,
        Schedule::Even,
        Schedule::Single(1),
        Schedule::Weighted((0..gpus.len()).map(|d| d as f64).collect()),
    ] {
        for fraction in [0.2, 1.0] {
            for awaited in [false, true] {
                let mut y = start();
                let launch = launch(&gpus, &kernel, &mut y)
                    .schedule(schedule.clone())
                    .verify(fraction);
                let report = if awaited {
                    pollster::block_on(async { launch.await })
                } else {
                    launch.run()
                };
                let report =
                    report.unwrap_or_else(|error| panic!("{schedule:?}, {fraction}: {error}"));
                assert!(y == integers_twin(), "{schedule:?}, {fraction}");
                assert!(
                    report.retries.is_empty() && report.passed_over.is_empty(),
                    "{report}"
                );
                let (chunks, workgroups) = verified(&report);
                let all: usize = report.devices.iter().map(|device| device.chunks()).sum();
                if fraction == 1.0 {
                    assert_eq!((chunks, workgroups), (all, WORKGROUPS as u32), "{report}");
                } else {
                    assert!(chunks > 0 && chunks < all, "{report}");
                }
                let line = format!("verified: {chunks} of {all} chunks ran on two devices");
                assert!(report.to_string().contains(&line), "{report}");
            }
        }
    }
}

/// Floats come out alike on devices of one model, and on them alone.
#[test]
fn floats_on_one_model() {
    let Some(all) = group() else { return };
    let kernel = floats();
    let once = DeviceGroup::builder()
        .allow_software(true)
        .logical_devices(2);
    for gpus in [
        twins(&all),
        Some(once.open().unwrap().only([0, 1]).unwrap()),
    ] {
        let Some(gpus) = gpus else { continue };
        let one = gpus.on(0).unwrap();
        let mut y: Vec<f32> = (0..N).map(|i| i as f32 / 7.0).collect();
        let mut plain = y.clone();
        one.launch(&kernel)
            .bind_mut("y", &mut plain)
            .invocations([N])
            .run()
            .unwrap();
        let launch = gpus.launch(&kernel).bind_mut("y", &mut y).invocations([N]);
        let report = launch.verify(1.0).run().unwrap();
        assert!(
            y.iter()
                .zip(&plain)
                .all(|(a, b)| a.to_bits() == b.to_bits())
        );
        assert_eq!(verified(&report).1, WORKGROUPS as u32);
    }

    let mut y = vec![1f32; N];
    if let (Some(_), true) = (twins(&all), models(&all).len() > 1) {
        // The one that is alone with its model is passed over.
        let report = all
            .launch(&kernel)
            .bind_mut("y", &mut y)
            .invocations([N])
            .verify(1.0)
            .run();
        let report = report.unwrap();
        assert_eq!(verified(&report).1, WORKGROUPS as u32);
        let reasons: Vec<_> = report
            .passed_over
            .iter()
            .flat_map(|p| p.reasons.clone())
            .collect();
        assert_eq!(
            reasons,
            [
                "`verify` compares two devices: the kernel computes with floats, and no other device is of its model and driver"
            ]
        );
    }
    if let Some(gpus) = two_models() {
        let mut y = vec![1f32; N];
        let launch = gpus.launch(&kernel).bind_mut("y", &mut y).invocations([N]);
        let text = launch.verify(0.5).run().unwrap_err().to_string();
        let names: Vec<_> = gpus.devices().iter().map(Device::name).collect();
        for part in [
            "test.wgsl: `verify` compares what two devices compute",
            "the kernel computes with floats",
            "logical_devices",
            &names.join(", "),
        ] {
            assert!(text.contains(part), "{part:?} is not in\n{text}");
        }
        assert!(y.iter().all(|y| *y == 1.0));
    }
}

/// Floats between two conversions are in no binding, and count.
#[test]
fn hidden_floats() {
    let Some(gpus) = two_models() else { return };
    for expression in [
        "u32(sqrt(f32(y[id.x])))",
        "bitcast<u32>(sin(1.0))",
        "pack2x16float(unpack2x16float(y[id.x]))",
    ] {
        let kernel = kernel(&format!(
            "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
            fn f(id: vec3<u32>) -> u32 {{ return {expression}; }}
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{ y[id.x] = f(id); }}"
        ));
        let mut y = start();
        let result = launch(&gpus, &kernel, &mut y).verify(1.0).run();
        // What is folded when the kernel is loaded is no float any more.
        if let Err(error) = &result {
            assert!(
                error.to_string().contains("floats"),
                "{expression}: {error}"
            );
        } else {
            assert!(expression.contains("1.0"), "{expression} was compared");
        }
    }
}

/// A launch that can't be divided runs whole on two devices; sums are compared before they are merged.
#[test]
fn whole_and_reduced() {
    let Some(gpus) = several() else { return };
    let scatter = kernel(
        "@group(0) @binding(0) var<storage, read> to: array<u32>;
        @group(0) @binding(1) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&to)) { y[to[id.x]] += id.x; }
        }",
    );
    // A permutation: 7 and N share no factor.
    let to: Vec<u32> = (0..N).map(|i| (i * 7 % N) as u32).collect();
    let mut y = vec![5u32; N];
    let launch = gpus
        .launch(&scatter)
        .bind("to", &to)
        .bind_mut("y", &mut y)
        .invocations([N]);
    let report = launch.verify(0.01).run().unwrap();
    assert!(report.refused.is_some());
    assert_eq!(verified(&report), (1, 1));
    assert!((0..N).all(|i| y[to[i] as usize] == 5 + i as u32));
    let moved = report
        .devices
        .iter()
        .filter(|device| device.bytes_down > 0)
        .count();
    assert_eq!(moved, 2, "{report}");

    let histogram = kernel(
        "@group(0) @binding(0) var<storage, read> x: array<u32>;
        @group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&x)) { atomicAdd(&bins[x[id.x] % 10u], 1u); }
        }",
    );
    let mut bins = [100u32; 10];
    let launch = gpus
        .launch(&histogram)
        .bind("x", &to)
        .bind_mut("bins", &mut bins)
        .invocations([N]);
    let report = launch.verify(1.0).run().unwrap();
    assert_eq!(verified(&report).1, WORKGROUPS as u32);
    assert_eq!(bins, [100 + N as u32 / 10; 10]);
}

/// Bytes that are no one's stay as they are, whoever stores the rest.
#[test]
fn padding() {
    let Some(gpus) = several() else { return };
    for (element, value) in [
        ("vec3<u32>", "vec3(id.x, 7u, y[id.x].z)"),
        ("S", "S(id.x, vec3(1u, 2u, id.x), y[id.x].c)"),
        ("S", "S()"),
        ("array<vec3<u32>, 2>", "array(vec3(id.x), y[id.x][0])"),
    ] {
        let kernel = kernel(&format!(
            "struct S {{ a: u32, b: vec3<u32>, c: vec2<u32> }}
            @group(0) @binding(0) var<storage, read_write> y: array<{element}>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{ y[id.x] = {value}; }}"
        ));
        let mut y: Vec<u8> = (0..N * 48).map(|i| i as u8).collect();
        let launch = gpus
            .launch(&kernel)
            .bind_mut("y", &mut y)
            .workgroups([WORKGROUPS as u32]);
        let report = launch.verify(1.0).run();
        let report = report.unwrap_or_else(|error| panic!("{value}: {error}"));
        assert_eq!(verified(&report).1, WORKGROUPS as u32);
    }
}

/// Kernels that may differ with nothing wrong are refused, with the line.
#[test]
fn order_that_shows() {
    let Some(gpus) = several() else { return };
    // The body in line 5 of the WGSL, where it is refused, and part of the reason.
    let rows = [
        (
            "y[atomicAdd(&count[0], 1u)] = id.x;",
            Some("line 5: the result of this atomic operation is used"),
        ),
        (
            "y[id.x] = atomicAdd(&shared_count, 1u);",
            Some("line 5: the result of this atomic operation is used"),
        ),
        (
            "y[id.x] = ticket();",
            Some("line 3: the result of this atomic operation is used"),
        ),
        (
            "let r = atomicCompareExchangeWeak(&count[0], 0u, 1u); if (r.exchanged) { y[id.x] = 1u; }",
            Some("line 5: "),
        ),
        (
            "atomicExchange(&count[0], id.x); y[id.x] = 1u;",
            Some("line 5: an atomic exchange leaves what"),
        ),
        (
            "atomicAdd(&count[0], 1u); y[id.x] = atomicLoad(&count[0]);",
            Some("line 5: \"count\" is read here"),
        ),
        (
            "atomicAdd(&count[0], 1u); atomicStore(&count[1], 1u); y[id.x] = 1u;",
            Some("line 5: \"count\" is stored here"),
        ),
        (
            "atomicAdd(&count[0], 1u); atomicMax(&count[0], id.x); y[id.x] = 1u;",
            Some("line 5: \"count\" is changed by"),
        ),
        (
            "loop { if (atomicLoad(&count[0]) >= 0u) { break; } } atomicStore(&count[0], 1u); y[id.x] = 1u;",
            Some("line 5: \"count\" is read"),
        ),
        // Nothing here tells who came first.
        (
            "let unused = atomicAdd(&count[0], 1u); atomicSub(&count[0], id.x); y[id.x] = 1u;",
            None,
        ),
        (
            "atomicMax(&shared_count, id.x); workgroupBarrier(); y[id.x] = atomicLoad(&shared_count);",
            None,
        ),
    ];
    for (body, refused) in rows {
        let kernel = kernel(&format!(
            "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
            @group(0) @binding(1) var<storage, read_write> count: array<atomic<u32>>;
            var<workgroup> shared_count: atomic<u32>; fn ticket() -> u32 {{ return atomicAdd(&count[0], 1u); }}
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                {body}
                if (id.x == 4294967295u) {{ atomicAdd(&count[1], 0u); atomicAdd(&shared_count, 0u); }}
            }}"
        ));
        let (mut y, mut count) = (vec![0u32; N], [0u32; 2]);
        let launch = gpus
            .launch(&kernel)
            .bind_mut("y", &mut y)
            .bind_mut("count", &mut count);
        match (launch.invocations([N]).verify(1.0).run(), refused) {
            (Ok(_), None) => {}
            (Err(error), Some(part)) => {
                let text = error.to_string();
                assert!(
                    text.starts_with("test.wgsl: ") && text.contains(part),
                    "{body}: {text}"
                );
                assert!(y.iter().all(|y| *y == 0), "{body}");
            }
            (Ok(_), Some(_)) => panic!("{body} was taken"),
            (Err(error), None) => panic!("{body}: {error}"),
        }
    }
}

/// Invocations of a workgroup that race: the subgroup's width shows. What comes out differs between models, as if
/// one of them computed wrongly.
fn race() -> Kernel {
    kernel(
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
        var<workgroup> passed: array<u32, 64>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) i: u32) {
            passed[i] = 1u + y[id.x];
            y[id.x] = passed[(i + 1u) % 64u];
        }",
    )
}

#[test]
fn a_device_that_differs() {
    let Some(two) = two_models() else { return };
    if !common::on_rig() {
        return;
    }
    let kernel = race();
    let mut y = start();
    let error = launch(&two, &kernel, &mut y).verify(1.0).run().unwrap_err();
    let text = error.to_string();
    let Error::WrongData {
        devices, binding, ..
    } = error
    else {
        panic!("{text}");
    };
    let mut names: Vec<_> = two.devices().iter().map(Device::name).collect();
    names.sort_unstable();
    let mut devices = devices.clone();
    devices.sort_unstable();
    assert_eq!(devices, names, "{text}");
    assert_eq!(binding, "y");
    assert!(
        text.contains("nothing was written") && y == start(),
        "{text}"
    );

    // Of three, the two of one model are in the majority. The launch begins anew without the other one.
    let all = group().unwrap();
    let odd = two.devices()[1].name();
    let mut want = start();
    launch(&all.on(0).unwrap(), &kernel, &mut want)
        .run()
        .unwrap();
    for schedule in [Schedule::Dynamic, Schedule::Even, Schedule::Single(2)] {
        let mut y = start();
        let mut done = Vec::new();
        let launch = launch(&all, &kernel, &mut y).schedule(schedule).verify(1.0);
        let report = launch
            .on_progress(|progress| done.push(progress.done))
            .run()
            .unwrap();
        assert!(y == want);
        let [retry] = report.retries.as_slice() else {
            panic!("{report}");
        };
        assert_eq!(
            (retry.device.as_str(), retry.fault),
            (odd, Fault::WrongData)
        );
        // A chunk counts for the device that was first with it, which may be one of the two always.
        let ran = |odd_one: bool| -> usize {
            let devices = report.devices.iter().filter(|d| (d.name == odd) == odd_one);
            devices.map(|d| d.chunks()).sum()
        };
        assert!(ran(true) == 0 && ran(false) > 0, "{report}");
        assert_eq!(verified(&report).1, WORKGROUPS as u32);
        assert_eq!(
            done.iter().filter(|done| **done == 0).count(),
            1,
            "{done:?}"
        );
        assert_eq!(done.last(), Some(&(WORKGROUPS as u32)));
    }
}

/// One of several is lost: the others verify each other. With one left, nothing is written.
#[test]
fn devices_that_are_lost() {
    let kernel = integers();
    let Some(first) = several() else { return };
    for left in [first.len() - 1, 1] {
        let gpus = several().unwrap();
        let doomed = gpus.devices()[left..].to_vec();
        let mut y = start();
        let destroy = |_| doomed.iter().for_each(|device| device.wgpu().destroy());
        let result = launch(&gpus, &kernel, &mut y)
            .verify(1.0)
            .on_progress(destroy)
            .run();
        match result {
            Ok(report) => {
                assert!(left > 1, "{report}");
                assert!(y == integers_twin());
                assert_eq!(verified(&report).1, WORKGROUPS as u32, "{report}");
            }
            Err(error) => {
                let text = error.to_string();
                assert!(left == 1 && matches!(error, Error::Failed { .. }), "{text}");
                let said = text.contains("could not be verified")
                    || text.contains("could be compared with");
                assert!(said && y == start(), "{text}");
            }
        }
    }
}

#[test]
fn settings_that_can_t_be() {
    let Some(gpus) = several() else { return };
    let kernel = integers();
    for fraction in [-0.1, 1.01, f64::NAN, f64::INFINITY] {
        let mut y = start();
        let launch = launch(&gpus, &kernel, &mut y).verify(fraction);
        let text = launch.plan().unwrap_err().to_string();
        assert_eq!(launch.run().unwrap_err().to_string(), text);
        assert!(text.contains(&format!("not {fraction}")), "{text}");
    }
    let one = gpus.on(0).unwrap();
    let mut y = start();
    let text = launch(&one, &kernel, &mut y)
        .verify(1.0)
        .run()
        .unwrap_err()
        .to_string();
    assert!(
        text.contains("no other device can run this launch"),
        "{text}"
    );

    let buffer = one.devices()[0]
        .wgpu()
        .create_buffer(&polygpu::wgpu::BufferDescriptor {
            label: None,
            size: 4 * N as u64,
            usage: polygpu::wgpu::BufferUsages::STORAGE,
            mapped_at_creation: false,
        });
    let in_place = one
        .launch(&kernel)
        .bind_buffer("y", &buffer)
        .invocations([N])
        .verify(1.0);
    let text = in_place.run().unwrap_err().to_string();
    assert!(text.contains("`bind_buffer`"), "{text}");

    // None of them is as without.
    let report = launch(&one, &kernel, &mut y).verify(0.0).run().unwrap();
    assert!(report.verified.is_none() && y == integers_twin());
    let mut nothing: [u32; 0] = [];
    let empty = gpus
        .launch(&kernel)
        .bind_mut("y", &mut nothing)
        .invocations([0]);
    empty.verify(1.0).run().unwrap();
}
