//! Bad input of every kind: an error that names what is wrong and what to do, never a panic, never a wrong
//! answer.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a panic is a failed test"
)]

mod common;

use common::{child, group, kernel, several};
use polygpu::{Device, DeviceGroup, Distribution, Error, Kernel, Launch, ReduceOp, Schedule};

const SAXPY: &str = "
struct Params { n: u32, scale: vec2<f32> }
@group(0) @binding(0) var<uniform> a: f32;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;
override bias = 0.0;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&x)) {
        y[id.x] = a * x[id.x] + y[id.x] + bias + params.scale.x * f32(params.n);
    }
}";

/// What a launch is given beside its kernel, and parts of what is said of it.
type Row = (
    &'static str,
    Box<dyn for<'a> Fn(Launch<'a>, &'a [f32], &'a mut [f32]) -> Launch<'a>>,
    &'static [&'static str],
);

fn row<F>(name: &'static str, build: F, parts: &'static [&'static str]) -> Row
where
    F: for<'a> Fn(Launch<'a>, &'a [f32], &'a mut [f32]) -> Launch<'a> + 'static,
{
    (name, Box::new(build), parts)
}

/// All values that a launch needs.
fn complete<'a>(launch: Launch<'a>, x: &'a [f32], y: &'a mut [f32]) -> Launch<'a> {
    uniforms(launch).bind("x", x).bind_mut("y", y)
}

fn uniforms(launch: Launch<'_>) -> Launch<'_> {
    launch
        .set("a", 2.0f32)
        .set("params.n", 1u32)
        .set("params.scale", [0.0f32; 2])
}

#[test]
fn launches_that_are_refused() {
    let Some(gpus) = several() else { return };
    let split = || Distribution::split(1);
    let rows = [
        row(
            "unknown binding",
            |l, x, y| complete(l, x, y).set("b", 1.0f32),
            &[
                "test.wgsl has no binding \"b\"; its bindings: ",
                "@group(0) @binding(0) var<uniform> a: f32",
                "@group(0) @binding(1) var<storage, read> x: array<f32>",
            ],
        ),
        row(
            "unknown member",
            |l, x, y| complete(l, x, y).set("params.m", 1u32),
            &[
                "binding \"params.m\" (line 6)",
                "there are: params.n, params.scale",
            ],
        ),
        row(
            "wrong element size",
            |l, x, _| uniforms(l).bind("x", bytemuck::cast_slice::<f32, [f32; 2]>(x)),
            &[
                "binding \"x\" (line 4)",
                "the WGSL type is f32 (4 bytes an element), the Rust type [f32; 2] (8 bytes)",
            ],
        ),
        row(
            "wrong scalar",
            |l, x, _| uniforms(l).bind("x", bytemuck::cast_slice::<f32, u32>(x)),
            &["the Rust type u32 (4 bytes); give f32"],
        ),
        row(
            "half an element",
            |l, x, y| {
                uniforms(l)
                    .bind_mut("y", y)
                    .bind("x", &bytemuck::cast_slice::<f32, u8>(x)[..6])
            },
            &["6 bytes are no whole number of elements of 4 bytes (f32)"],
        ),
        row(
            "a double for a float",
            |l, x, y| l.bind("x", x).bind_mut("y", y).set("a", 2.0),
            &[
                "binding \"a\" (line 3)",
                "the Rust type f64 (8 bytes); write 2.0f32, not 2.0",
            ],
        ),
        row(
            "an i32 for a u32",
            |l, x, y| l.bind("x", x).bind_mut("y", y).set("params.n", 1),
            &["binding \"params.n\" (line 6)", "; write 2u32, not 2"],
        ),
        row(
            "a scalar for a vector",
            |l, _, _| l.set("params.scale", 1.0f32),
            &["the WGSL type is vec2<f32>", "; give [f32; 2]"],
        ),
        row(
            "missing bindings",
            |l, x, _| l.bind("x", x).set("params.n", 1u32).invocations([1]),
            &[
                "no value was given for a (@group(0) @binding(0) var<uniform> a: f32), ",
                "y (@group(0) @binding(2) var<storage, read_write> y: array<f32>), params.scale",
            ],
        ),
        row(
            "read-only bound as mutable",
            |l, _, y| uniforms(l).bind_mut("x", y),
            &[
                "binding \"x\" (line 4)",
                "it is var<storage, read>, which the kernel can't write: use `bind`",
            ],
        ),
        row(
            "written bound as read-only",
            |l, x, _| uniforms(l).bind("y", x),
            &[
                "binding \"y\" (line 5)",
                "the kernel writes it in line 12: use `bind_mut`",
            ],
        ),
        row(
            "bound twice",
            |l, x, y| complete(l, x, y).bind("x", x),
            &["binding \"x\" (line 4)", "it was given a value twice"],
        ),
        row(
            "set twice",
            |l, x, y| complete(l, x, y).set("params.n", 1u32),
            &[
                "binding \"params.n\" (line 6)",
                "it was given a value twice",
            ],
        ),
        row(
            "an array set",
            |l, x, y| complete(l, x, y).set("x", 1.0f32),
            &["`set` is for uniforms and their members: use `bind` or `bind_mut`"],
        ),
        row(
            "a member bound",
            |l, x, _| l.bind("params.scale", x),
            &["only `set` takes members; bind the whole of it"],
        ),
        row(
            "a grid of zero workgroups",
            |l, x, y| complete(l, x, y).workgroups([0]),
            &["a grid of [0, 1, 1] workgroups has none to run"],
        ),
        row(
            "a grid of 2^32 invocations",
            |l, x, y| complete(l, x, y).invocations([1u64 << 32]),
            &["a grid of 67108864 workgroups of 64 invocations reaches 2^32 in one dimension"],
        ),
        row(
            "a grid of 2^32 in another dimension",
            |l, x, y| {
                complete(l, x, y)
                    .workgroups([1, 1, u32::MAX])
                    .invocations([1, 1u64 << 32])
            },
            &["reaches 2^32 in one dimension, where ids end: use several dimensions"],
        ),
        row(
            "a negative grid",
            |l, x, y| complete(l, x, y).invocations([-1]),
            &["test.wgsl: a negative number of invocations"],
        ),
        row(
            "the largest grid that can be said",
            |l, x, y| complete(l, x, y).invocations([usize::MAX; 3]),
            &["reaches 2^32 in one dimension"],
        ),
        row(
            "too many workgroups",
            |l, x, y| complete(l, x, y).workgroups([u32::MAX]),
            &["a grid of 4294967295 workgroups of 64 invocations reaches 2^32"],
        ),
        row(
            "unknown override",
            |l, x, y| complete(l, x, y).constant("bais", 1.0f32),
            &["test.wgsl: there is no override \"bais\"; the overrides of this kernel: bias"],
        ),
        row(
            "an override that is no number",
            |l, x, y| complete(l, x, y).constant("bias", f64::NAN),
            &["test.wgsl: ", "the overrides of this kernel: bias"],
        ),
        row(
            "windows overlap in writing: a halo",
            |l, x, y| complete(l, x, y).distribute("y", Distribution::halo(1, 1, 1)),
            &[
                "test.wgsl: the distribution of \"y\" (line 12): it is written here, and with a halo the windows of neighbouring chunks overlap",
            ],
        ),
        row(
            "windows overlap in writing: broadcast",
            |l, x, y| complete(l, x, y).distribute("y", Distribution::broadcast()),
            &[
                "the distribution of \"y\" (line 12): it is written here, and the windows of all chunks overlap: state split or reduce",
            ],
        ),
        row(
            "windows overlap in writing: nothing stated, and the other axis",
            move |l, x, y| {
                let launch = complete(l, x, y).distribute("x", split());
                launch.invocations([100, 100]).axis(polygpu::Axis::Y)
            },
            &[
                "the distribution of \"y\" (line 12): no distribution was stated for it, and none can be proven: workgroups of different chunks along y may write one element here",
            ],
        ),
        row(
            "a reduction of floats",
            |l, x, y| complete(l, x, y).distribute("y", Distribution::reduce(ReduceOp::Sum)),
            &["reduce takes integer atomics of one type"],
        ),
        row(
            "a split of nothing",
            |l, x, y| complete(l, x, y).distribute("y", Distribution::split(0)),
            &["the distribution of \"y\" (line 5): zero elements per invocation"],
        ),
        row(
            "a uniform distributed",
            |l, x, y| complete(l, x, y).distribute("a", Distribution::broadcast()),
            &["the distribution of \"a\" (line 3): it is a uniform, which every device gets whole"],
        ),
        row(
            "the distribution of an unknown binding",
            |l, x, y| complete(l, x, y).distribute("z", Distribution::broadcast()),
            &["test.wgsl has no binding \"z\""],
        ),
        row(
            "an axis along which there is nothing",
            |l, x, y| complete(l, x, y).axis(polygpu::Axis::Y).require_split(),
            &["the kernel can't be split: the grid is a single workgroup along y"],
        ),
        row(
            "a device that is not there",
            |l, x, y| complete(l, x, y).schedule(Schedule::Single(99)),
            &["there is no device 99: the group has "],
        ),
        row(
            "too few weights",
            |l, x, y| complete(l, x, y).schedule(Schedule::Weighted(vec![1.0])),
            &["1 weights were given for "],
        ),
        row(
            "no memory",
            |l, x, y| complete(l, x, y).memory_budget(0),
            &[
                "test.wgsl can't run on any of the devices:",
                "0 in the budget",
            ],
        ),
    ];
    let kernel = kernel(SAXPY);
    for (name, build, parts) in rows {
        let (x, mut y) = (vec![1.0; 100], vec![7.0; 100]);
        let error = build(gpus.launch(&kernel).invocations([100]), &x, &mut y).run();
        let Err(error) = error else {
            panic!("{name} passed");
        };
        let text = error.to_string();
        for part in parts {
            assert!(text.contains(part), "{name}: {part:?} is not in\n{text}");
        }
        // The same where it is planned, but for what concerns the devices, and where it is awaited.
        match build(gpus.launch(&kernel).invocations([100]), &x, &mut y).plan() {
            Err(planned) => assert_eq!(planned.to_string(), text, "{name}"),
            Ok(_) => assert!(text.contains("device"), "{name} was planned"),
        }
        let awaited = build(gpus.launch(&kernel).invocations([100]), &x, &mut y);
        let awaited = pollster::block_on(async { awaited.await }).unwrap_err();
        assert_eq!(awaited.to_string(), text, "{name}");
        assert_eq!(y, [7.0; 100], "{name}");
    }
}

#[test]
fn no_grid() {
    let Some(gpus) = group() else { return };
    let (x, mut y) = ([1.0; 100], [7.0; 100]);
    let kernel = kernel(SAXPY);
    let error = complete(gpus.launch(&kernel), &x, &mut y).run();
    assert_eq!(
        error.unwrap_err().to_string(),
        "test.wgsl: no grid: say how many with `invocations` or `workgroups`"
    );
}

#[test]
fn weights_that_can_not_be() {
    let Some(gpus) = several() else { return };
    let kernel = kernel(SAXPY);
    for (weight, why) in [
        (f64::NAN, "weights are finite and not negative"),
        (f64::INFINITY, "weights are finite and not negative"),
        (-1.0, "weights are finite and not negative"),
        (0.0, "no able device has a weight above zero"),
    ] {
        let (x, mut y) = ([1.0; 100], [7.0; 100]);
        let error = complete(gpus.launch(&kernel), &x, &mut y)
            .invocations([100])
            .distribute("y", Distribution::split(1))
            .schedule(Schedule::Weighted(vec![weight; gpus.len()]))
            .run()
            .unwrap_err();
        assert!(error.to_string().contains(why), "{weight}: {error}");
    }
}

/// Nothing to do is no error: it gives a result of no length.
#[test]
fn length_zero() {
    let Some(gpus) = group() else { return };
    let kernel = kernel(SAXPY);
    let distributions: [fn(Launch<'_>) -> Launch<'_>; 2] =
        [|l| l, |l| l.distribute("y", Distribution::split(1))];
    for distribute in distributions {
        let (x, mut y): ([f32; 0], [f32; 0]) = ([], []);
        let launch = complete(gpus.launch(&kernel), &x, &mut y).invocations([0]);
        let report = distribute(launch).run().unwrap();
        assert!(report.devices.iter().all(|device| device.workgroups() == 0));
        // A grid without elements runs, and finds nothing; elements without a grid are left alone.
        let launch = complete(gpus.launch(&kernel), &x, &mut y).invocations([1000]);
        distribute(launch).run().unwrap();
        let (x, mut y) = ([1.0; 3], [7.0; 3]);
        let launch = complete(gpus.launch(&kernel), &x, &mut y).invocations([0]);
        distribute(launch).run().unwrap();
        assert_eq!(y, [7.0; 3]);
    }
}

/// The line, the column and the source line of what does not parse, and of what does not validate.
#[test]
fn wgsl_that_is_not_valid() {
    let syntax = Kernel::from_wgsl("bad.wgsl", "@compute @workgroup_size(1)\nfn main( { }");
    let text = syntax.unwrap_err().to_string();
    assert!(
        text.starts_with("bad.wgsl:2:10: the WGSL is not valid"),
        "{text}"
    );
    assert!(text.contains("fn main( { }"), "{text}");
    let types = "@compute @workgroup_size(1)\nfn main() {\n    var a: u32 = 1.5;\n}";
    let text = Kernel::from_wgsl("bad.wgsl", types)
        .unwrap_err()
        .to_string();
    assert!(text.starts_with("bad.wgsl:3:"), "{text}");
    assert!(text.contains("var a: u32 = 1.5;"), "{text}");
}

#[test]
fn textures() {
    let Some(gpus) = group() else { return };
    let kernel = kernel(
        "@group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @group(0) @binding(1)
        var picture: texture_2d<f32>;
        @compute @workgroup_size(1) fn main() { out[0] = textureLoad(picture, vec2(0, 0), 0).x; }",
    );
    let want = "test.wgsl:3: picture is a texture: polygpu takes buffers only; pass the texels as a storage buffer";
    let mut out = [0.0f32];
    let launch = gpus
        .launch(&kernel)
        .bind_mut("out", &mut out)
        .invocations([1]);
    assert_eq!(launch.run().unwrap_err().to_string(), want);
    assert_eq!(kernel.interface().unwrap_err().to_string(), want);
}

/// A checked launch catches what the stated windows do not hold, reads and writes, and says what to do.
#[test]
fn accesses_outside_the_window() {
    let Some(gpus) = several() else { return };
    for (statement, binding, distance) in [
        ("y[i] = x[i + 1u];", "x", 1),
        ("y[i] = x[i - 70u];", "x", -70),
        ("y[i + 1u] = x[i];", "y", 1),
    ] {
        let kernel = kernel(&format!(
            "@group(0) @binding(0) var<storage, read> x: array<u32>;
            @group(0) @binding(1) var<storage, read_write> y: array<u32>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                let i = id.x;
                {statement}
            }}"
        ));
        let x = vec![1u32; 6400];
        let mut y = vec![0u32; 6400];
        let error = split_both(&gpus, &kernel, &x, &mut y)
            .atomic()
            .run()
            .unwrap_err();
        let text = error.to_string();
        let Error::OutsideWindow {
            binding: found,
            index,
            invocation: [i, 0, 0],
            window,
            len,
            ..
        } = error
        else {
            panic!("{statement}: {text}");
        };
        assert_eq!((found.as_str(), len), (binding, 6400), "{text}");
        assert_eq!(i64::from(index), i64::from(i) + distance, "{text}");
        assert!(
            !window.contains(&index) && window.len().is_multiple_of(64),
            "{text}"
        );
        assert!(
            text.contains("outside the stated distribution")
                && text.contains("widen the distribution"),
            "{text}"
        );
        assert_eq!(y, [0; 6400], "{statement}: it was atomic");
        // Who vouches for it gets an answer: zeros, or nothing written.
        split_both(&gpus, &kernel, &x, &mut y)
            .trust_distribution()
            .run()
            .unwrap();
    }
}

fn split_both<'a>(
    gpus: &DeviceGroup,
    kernel: &Kernel,
    x: &'a [u32],
    y: &'a mut [u32],
) -> Launch<'a> {
    gpus.launch(kernel)
        .invocations([x.len()])
        .bind("x", x)
        .bind_mut("y", y)
        .distribute("x", Distribution::split(1))
        .distribute("y", Distribution::split(1))
}

/// Kernels that no adapter can run.
#[test]
fn more_than_a_device_has() {
    let Some(gpus) = group() else { return };
    let mut y = [0u32; 4];
    for (head, body, why) in [
        (
            "@compute @workgroup_size(2048, 2)",
            "y[0] = 1u;",
            "invocations of a workgroup: 4096 needed, ",
        ),
        (
            "var<workgroup> big: array<u32, 1000000>; @compute @workgroup_size(1)",
            "big[y[0]] = 1u; y[0] = big[1];",
            "bytes of workgroup memory: 4000000 needed, ",
        ),
        (
            "@group(4000000000) @binding(0) var<uniform> far: u32; @compute @workgroup_size(1)",
            "y[0] = far;",
            "bind groups: 4000000001 needed, ",
        ),
    ] {
        let kernel = kernel(&format!(
            "@group(0) @binding(0) var<storage, read_write> y: array<u32>; {head} fn main() {{ {body} }}"
        ));
        let mut launch = gpus.launch(&kernel).bind_mut("y", &mut y).workgroups([1]);
        if head.contains("far") {
            launch = launch.set("far", 1u32);
        }
        let text = launch.run().unwrap_err().to_string();
        assert!(
            text.starts_with("test.wgsl can't run on any of the devices:\n"),
            "{text}"
        );
        for device in gpus.devices() {
            let line = text.lines().find(|line| line.contains(device.name()));
            assert!(line.is_some_and(|line| line.contains(why)), "{text}");
        }
    }
}

#[test]
fn devices_that_are_not_there() {
    let Some(gpus) = group() else { return };
    let len = gpus.len();
    let want = format!("there is no device {len}: the group has {len}, numbered from 0");
    assert_eq!(gpus.on(len).unwrap_err().to_string(), want);
    assert_eq!(gpus.only([0, len]).unwrap_err().to_string(), want);
    for error in [
        gpus.only([]),
        DeviceGroup::from_devices(Vec::<Device>::new()),
    ] {
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("a group needs at least one device"),
            "{error}"
        );
    }
    let text = DeviceGroup::builder()
        .visible("nope")
        .open()
        .unwrap_err()
        .to_string();
    assert!(
        text.starts_with("visible devices: `nope` matches no adapter; there are:\n  0: "),
        "{text}"
    );
    let text = DeviceGroup::builder()
        .visible("0,99")
        .open()
        .unwrap_err()
        .to_string();
    assert!(text.contains("`99` matches no adapter"), "{text}");
    let text = DeviceGroup::builder()
        .visible(" , ")
        .open()
        .unwrap_err()
        .to_string();
    assert!(text.contains("is empty, so none is visible"), "{text}");
}

#[test]
#[ignore = "run by others in a process of its own"]
fn open_and_print() {
    match DeviceGroup::open() {
        Ok(_) => println!("opened"),
        Err(error) => println!("error: {error}"),
    }
    match polygpu::adapters() {
        Ok(_) => println!("found"),
        Err(error) => println!("error: {error}"),
    }
}

#[test]
fn the_environment_names_no_adapter() {
    if group().is_none() {
        return;
    }
    let text = child("open_and_print", &[("POLYGPU_VISIBLE_DEVICES", "nope")]);
    let want = "error: visible devices: `nope` matches no adapter; there are:\n  0: ";
    assert_eq!(text.matches(want).count(), 2, "{text}");
}

/// A backend that this system does not have stands for a machine without drivers.
#[test]
fn no_adapter_at_all() {
    let absent = if cfg!(target_os = "macos") {
        "dx12"
    } else {
        "metal"
    };
    let text = child("open_and_print", &[("WGPU_BACKEND", absent), ("CI", "")]);
    for want in [
        "error: no adapter to run on: Vulkan, Metal, DX12 and GL show none",
        "\n`polygpu doctor` tells more",
    ] {
        assert_eq!(text.matches(want).count(), 2, "{text}");
    }
}
