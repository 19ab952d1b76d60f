//! The built command, run as a user runs it.
//!
//! On the software rig (`POLYGPU_RIG` is set) the adapters are known and counted; elsewhere the
//! same runs go to whatever adapters there are.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod folder;
mod wrong;

use std::fs;

use serde_json::Value;

use folder::{Folder, SAXPY, saxpy_inputs};

fn on_rig() -> bool {
    std::env::var_os("POLYGPU_RIG").is_some()
}

#[test]
fn devices_are_listed_with_those_left_out() {
    let folder = Folder::new("devices");
    let text = folder.polygpu("devices").succeeded();
    let json = folder.polygpu("devices --json").json();
    let adapters = json["adapters"].as_array().unwrap();
    let left_out = json["left_out"].as_array().unwrap();
    assert!(!adapters.is_empty());
    for adapter in adapters
        .iter()
        .chain(left_out.iter().map(|l| &l["adapter"]))
    {
        assert!(text.stdout.contains(adapter["name"].as_str().unwrap()));
    }
    if on_rig() {
        assert_eq!(adapters.len(), 3, "{json}");
        assert!(left_out.iter().all(|l| l["adapter"]["backend"] == "Gl"));
        assert!(left_out.is_empty() || text.stdout.contains("(GL): GL counts only"));
        assert_eq!(text.stderr, "");
    }
}

#[test]
fn doctor_says_whether_a_gpu_is_usable() {
    let folder = Folder::new("doctor");
    let text = folder.polygpu("doctor");
    let ran = folder.polygpu("doctor --json");
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    let usable = json["usable"].as_bool().unwrap();
    assert_eq!(ran.code, Some(i32::from(!usable)), "{json}");
    assert_eq!(text.code, ran.code);
    let parts = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|finding| {
            let seen = finding["seen"].as_array().unwrap().iter();
            seen.chain([&finding["code"], &finding["meaning"]])
        });
    for part in parts.chain([&json["system"], &json["loader"]]) {
        assert!(text.stdout.contains(part.as_str().unwrap()), "{part}");
    }
    let verdict = if usable {
        "A GPU is usable"
    } else {
        "No GPU is usable."
    };
    assert!(text.stdout.contains(verdict), "{}", text.stdout);
    if on_rig() {
        assert!(json["adapters"].as_array().unwrap().len() >= 3, "{json}");
        assert!(!usable && !json["findings"].as_array().unwrap().is_empty());
        assert_eq!(text.stderr, "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_error_carries_the_cause() {
    let folder = Folder::new("cause");
    let nowhere = folder.path("nowhere.json");
    let ran = folder.polygpu_with(
        "devices",
        &[
            ("VK_DRIVER_FILES", nowhere.to_str().unwrap()),
            ("VK_ICD_FILENAMES", nowhere.to_str().unwrap()),
            ("WGPU_BACKEND", "vulkan"),
        ],
    );
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let doctor = folder.polygpu_with(
        "doctor --json",
        &[
            ("VK_DRIVER_FILES", nowhere.to_str().unwrap()),
            ("WGPU_BACKEND", "vulkan"),
        ],
    );
    let doctor: Value = serde_json::from_str(&doctor.stdout).unwrap();
    let codes = doctor["findings"].as_array().unwrap().iter();
    let codes: Vec<&str> = codes.map(|it| it["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"driver-files-dangling"), "{codes:?}");
    let cause = format!("({})", codes[0]);
    for part in [
        "\nthe cause: ",
        &cause,
        "\n  to do: ",
        "`polygpu doctor` tells more",
    ] {
        assert!(ran.error().contains(part), "{part}: {}", ran.stderr);
    }
}

#[test]
fn check_tells_the_interface_and_who_can_run_it() {
    let folder = Folder::new("check");
    let rows: [(&str, i32, &[&str]); 8] = [
        (
            "check saxpy.wgsl",
            0,
            &[
                "saxpy.wgsl is valid",
                "workgroup     64 x 1 x 1",
                "@group(0) @binding(1) var<storage, read_write> y: array<f32>",
                "can run it",
            ],
        ),
        (
            "check two.wgsl",
            0,
            &["entry point   first", "entry point   second"],
        ),
        ("check two.wgsl --entry second", 0, &["2 x 1 x 1"]),
        (
            "check needs.wgsl --constant SIZE=32",
            0,
            &["32 x 1 x 1", "override      SIZE: u32 (no default)"],
        ),
        (
            "check large.wgsl",
            1,
            &["can't run it: ", "no adapter here can run main"],
        ),
        (
            "check bad.wgsl",
            2,
            &[
                "error: bad.wgsl:3:13: the WGSL is not valid",
                "let a = nonsense;",
            ],
        ),
        ("check texture.wgsl", 2, &["texture.wgsl:1: t is a texture"]),
        (
            "check two.wgsl --entry third",
            2,
            &["no compute entry point \"third\"", "first, second"],
        ),
    ];
    for (arguments, code, fragments) in rows {
        let ran = folder.polygpu(arguments);
        let all = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.code, Some(code), "{arguments}\n{all}");
        for fragment in fragments {
            assert!(all.contains(fragment), "{arguments}: {fragment}\n{all}");
        }
    }

    let json = folder.polygpu("check two.wgsl --json").json();
    let entries = json["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[1]["interface"]["workgroup_size"][0], 2);
    assert_eq!(entries[1]["adapters"][0]["can_run"], true);
    if on_rig() {
        assert_eq!(entries[0]["adapters"].as_array().unwrap().len(), 3);
    }
}

#[test]
fn run_computes_saxpy_from_files_to_files() {
    let folder = Folder::new("saxpy");
    saxpy_inputs(&folder);
    let spread = "--distribute x=split:1 --distribute y=split:1";
    let rows = [
        String::new(),
        spread.to_owned(),
        format!("{spread} --schedule even --verify"),
        format!("{spread} --schedule single:0 --axis x"),
        "--logical 2 --constant WORKGROUP=32 --devices 0".to_owned(),
        format!("{spread} --logical 2 --devices 0 --schedule weights:1,3 --verify"),
    ];
    for options in rows {
        let out = "--bind y=y.npy --out y=out.npy --out y=out.bin";
        let ran = folder.polygpu(&format!("{SAXPY} {out} {options}"));
        let ran = ran.succeeded();
        let (shape, y) = folder.read::<f32>("out.npy");
        assert_eq!(shape, [1000]);
        assert!((0..1000).all(|i| y[i] == 3.0 * i as f32 + 1.0), "{options}");
        let raw: Vec<u8> = y.iter().flat_map(|y| y.to_le_bytes()).collect();
        assert_eq!(fs::read(folder.path("out.bin")).unwrap(), raw);
        let verified = ran.stdout.contains("verify y: all 1000 numbers agree");
        assert_eq!(verified, options.contains("--verify"), "{}", ran.stdout);
    }

    let options = format!("--bind y=zeros:1000 --out y=zero.npy --report report.json {spread}");
    let printed = folder.polygpu(&format!("{SAXPY} {options} --json --verify"));
    let report = printed.json();
    let written = fs::read_to_string(folder.path("report.json")).unwrap();
    assert_eq!(report, serde_json::from_str::<Value>(&written).unwrap());
    assert_eq!(report["grid"], serde_json::json!([16, 1, 1]));
    assert_eq!(report["verify"][0]["agrees"], true);
    assert_eq!(report["verify"][0]["largest_difference"], 0.0);
    if on_rig() {
        let devices = report["devices"].as_array().unwrap();
        assert_eq!(devices.len(), 3);
    }
    assert_eq!(folder.read::<f32>("zero.npy").1[999], 2997.0);
}

#[test]
fn files_keep_their_shapes_and_types() {
    let folder = Folder::new("shapes");
    let numbers = |n: u32| (0..n).map(|i| i as f32).collect::<Vec<_>>();
    let rotated = |i: usize, n: usize| (i / n * n + [2, 0, 1][i % n]) as f32;

    // vec3: packed, padded, and by default.
    folder.write("packed.npy", &[5, 20, 3], numbers(300));
    folder.write("padded.npy", &[100, 4], numbers(400));
    let run = "run vec3.wgsl --invocations 100 --out v=out.npy --out v=out.bin";
    folder
        .polygpu(&format!("{run} --bind v=packed.npy --verify"))
        .succeeded();
    let (shape, v) = folder.read::<f32>("out.npy");
    assert_eq!(shape, [5, 20, 3]);
    assert!((0..300).all(|i| v[i] == rotated(i, 3)));
    assert_eq!(fs::read(folder.path("out.bin")).unwrap().len(), 1600);
    folder
        .polygpu(&format!("{run} --bind v=padded.npy"))
        .succeeded();
    let (shape, v) = folder.read::<f32>("out.npy");
    assert_eq!(shape, [100, 4]);
    assert!((0..400).all(|i| i % 4 == 3 || v[i] == rotated(i, 4)));
    folder
        .polygpu(&format!("{run} --bind v=zeros:7"))
        .succeeded();
    assert_eq!(folder.read::<f32>("out.npy").0, [7, 3]);
    folder
        .polygpu(&format!("{run} --bind v=out.bin"))
        .succeeded();
    assert_eq!(folder.read::<f32>("out.npy").0, [7, 3]);

    // Bytes for words, and atomics that are added up.
    folder.write("bytes.npy", &[4, 16], (0..64).collect::<Vec<u8>>());
    let run = "run histogram.wgsl --invocations 4 --bind words=bytes.npy --bind bins=zeros:256 --out bins=bins.npy";
    for options in [
        "",
        "--distribute words=split:4 --distribute bins=reduce:sum",
    ] {
        folder
            .polygpu(&format!("{run} {options} --verify"))
            .succeeded();
        let (shape, bins) = folder.read::<u32>("bins.npy");
        assert_eq!(shape, [256]);
        assert!((0..256).all(|b| bins[b] == u32::from(b < 64)));
    }

    // Big-endian files, and a scalar binding's whole shape.
    let header =
        b"\x93NUMPY\x01\x00\x46\x00{'descr': '>f4', 'fortran_order': False, 'shape': (2, 1), }";
    let mut big = header.to_vec();
    big.resize(79, b' ');
    big.push(b'\n');
    big.extend([1.5f32, -2.0].iter().flat_map(|x| x.to_be_bytes()));
    fs::write(folder.path("big.npy"), big).unwrap();
    let run =
        "run saxpy.wgsl --invocations 2 --bind x=zeros:2 --bind y=big.npy --out y=y.npy --set a=0";
    folder.polygpu(run).succeeded();
    assert_eq!(folder.read::<f32>("y.npy"), (vec![2, 1], vec![1.5, -2.0]));
}

#[test]
fn values_and_grids_reach_the_kernel() {
    let folder = Folder::new("values");
    folder
        .polygpu("run members.wgsl --workgroups 1 --bind out=zeros:4 --out out=out.npy --set params.i=-5 --set params.v=1,2.5,inf --set params.m=1,2,3,4")
        .succeeded();
    let (_, out) = folder.read::<f32>("out.npy");
    assert_eq!(out, [-5.0, 2.5, f32::INFINITY, 3.0]);
    let rows = [
        ("--workgroups 1 --constant SIZE=8", 8 + 111),
        (
            "--workgroups 2,3 --constant SIZE=8 --constant FAST=true",
            8 + 132 + 1000,
        ),
        ("--invocations 17,2,4 --constant SIZE=8", 8 + 423),
    ];
    for (options, expected) in rows {
        let run = format!("run needs.wgsl {options} --bind out=zeros:1 --out out=out.npy");
        folder.polygpu(&run).succeeded();
        assert_eq!(folder.read::<u32>("out.npy").1, [expected], "{options}");
    }
}
