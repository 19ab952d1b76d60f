//! The built command, run as a user runs it.
//!
//! On the software rig (`POLYGPU_RIG` is set) the adapters are known and counted; elsewhere the
//! same runs go to whatever adapters there are.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use npyz::{AutoSerialize, Deserialize, WriterBuilder as _};
use serde_json::Value;

/// A folder of this test's own, with the kernels that the tables use.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let folder = Self(path);
        for (name, wgsl) in KERNELS {
            fs::write(folder.path(name), wgsl).unwrap();
        }
        for name in ["saxpy", "blur", "histogram", "nbody", "unpack"] {
            let shaders = concat!(env!("CARGO_MANIFEST_DIR"), "/../shaders");
            let name = format!("{name}.wgsl");
            fs::copy(PathBuf::from(shaders).join(&name), folder.path(&name)).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Runs the command here, with arguments separated by spaces.
    fn polygpu(&self, arguments: &str) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_polygpu"))
            .args(arguments.split_whitespace())
            .current_dir(&self.0)
            // Where there is none, EGL prints an error of its own.
            .env("XDG_RUNTIME_DIR", &self.0)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran {
            code: output.status.code(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    fn write<T: AutoSerialize>(&self, name: &str, shape: &[u64], data: Vec<T>) {
        let mut writer = npyz::WriteOptions::new()
            .default_dtype()
            .shape(shape)
            .writer(fs::File::create(self.path(name)).unwrap())
            .begin_nd()
            .unwrap();
        writer.extend(data).unwrap();
        writer.finish().unwrap();
    }

    fn read<T: Deserialize>(&self, name: &str) -> (Vec<u64>, Vec<T>) {
        let bytes = fs::read(self.path(name)).unwrap();
        let file = npyz::NpyFile::new(&bytes[..]).unwrap();
        (file.shape().to_vec(), file.into_vec().unwrap())
    }
}

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ran {
    #[track_caller]
    fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{}\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    fn json(self) -> Value {
        serde_json::from_str(&self.succeeded().stdout).unwrap()
    }

    /// The error, without the log before it.
    fn error(&self) -> &str {
        let at = self.stderr.find("error: ").unwrap_or(0);
        &self.stderr[at..]
    }
}

const KERNELS: &[(&str, &str)] = &[
    (
        "bad.wgsl",
        "@compute @workgroup_size(64)\nfn main() {\n    let a = nonsense;\n}\n",
    ),
    (
        "texture.wgsl",
        "@group(0) @binding(0) var t: texture_2d<f32>;\n@compute @workgroup_size(1) fn main() { _ = textureDimensions(t); }\n",
    ),
    (
        "two.wgsl",
        "@compute @workgroup_size(1) fn first() {}\n@compute @workgroup_size(2) fn second() {}\n",
    ),
    (
        "large.wgsl",
        "@compute @workgroup_size(512, 512) fn main() {}\n",
    ),
    (
        "needs.wgsl",
        "override SIZE: u32;\noverride FAST: bool = false;\n@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n
        @compute @workgroup_size(SIZE) fn main(@builtin(num_workgroups) n: vec3<u32>) { out[0] = SIZE + n.x + n.y * 10 + n.z * 100 + select(0u, 1000u, FAST); }\n",
    ),
    (
        "types.wgsl",
        "struct Params { i: i32, v: vec3<f32>, m: mat2x2<f32>, table: array<vec4<f32>, 2> }
        struct Pair { key: u32, value: f32 }
        @group(0) @binding(0) var<uniform> params: Params;
        @group(0) @binding(1) var<storage, read_write> out: array<f32>;
        @group(0) @binding(2) var<storage, read_write> pairs: array<Pair>;
        @compute @workgroup_size(1) fn main() {
            out[0] = f32(params.i) + params.v.z + params.m[1][0] + params.table[0].x;
            pairs[0] = Pair(1, 2.0);
        }\n",
    ),
    (
        "members.wgsl",
        "struct Params { i: i32, v: vec3<f32>, m: mat2x2<f32> }
        @group(0) @binding(0) var<uniform> params: Params;
        @group(0) @binding(1) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(1) fn main() {
            out[0] = f32(params.i); out[1] = params.v.y; out[2] = params.v.z; out[3] = params.m[1][0];
        }\n",
    ),
    (
        "vec3.wgsl",
        "@group(0) @binding(0) var<storage, read_write> v: array<vec3<f32>>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&v)) { v[id.x] = v[id.x].zxy; }
        }\n",
    ),
    (
        "scatter.wgsl",
        "@group(0) @binding(0) var<storage, read_write> y: array<u32>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) { y[(id.x * 7) % 64] = id.x; }\n",
    ),
];

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
            &["32 x 1 x 1", "override      SIZE (no default)"],
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

const SAXPY: &str = "run saxpy.wgsl --invocations 1000 --bind x=x.npy --set a=3";

fn saxpy_inputs(folder: &Folder) {
    folder.write("x.npy", &[10, 100], (0..1000).map(|i| i as f32).collect());
    folder.write("y.npy", &[1000], vec![1f32; 1000]);
    folder.write("long.npy", &[1000], vec![1i64; 1000]);
    fs::write(folder.path("odd.bin"), [0; 4001]).unwrap();
    fs::write(folder.path("text.npy"), "not an array").unwrap();
    let whole = fs::read(folder.path("y.npy")).unwrap();
    fs::write(folder.path("cut.npy"), &whole[..whole.len() - 8]).unwrap();
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

/// The end of a command line, the exit code, and what the message has to say.
const WRONG: &[(&str, i32, &str)] = &[
    ("check absent.wgsl", 2, "cannot read the kernel absent.wgsl"),
    ("check needs.wgsl", 2, "SIZE"),
    (
        "check needs.wgsl --constant SIZE=x",
        2,
        "\"x\" is not a finite number",
    ),
    (
        "check needs.wgsl --constant NO=1",
        2,
        "there is no override \"NO\"",
    ),
    ("run saxpy.wgsl", 2, "--invocations"),
    (
        "run saxpy.wgsl --invocations 1 --workgroups 1",
        2,
        "cannot be used with",
    ),
    (
        "run saxpy.wgsl --invocations 1.5",
        2,
        "\"1.5\" is not a whole number",
    ),
    (
        "run saxpy.wgsl --invocations 1,2,3,4",
        2,
        "at most three dimensions",
    ),
    (
        "run saxpy.wgsl --workgroups 4294967296",
        2,
        "at most 32 bits",
    ),
    ("run two.wgsl --workgroups 1", 2, "several entry points"),
    ("SAXPY --bind y", 2, "write a name, `=` and a value"),
    (
        "SAXPY --bind y=y.npz",
        2,
        "neither FILE.npy nor FILE.bin nor zeros:LEN",
    ),
    ("SAXPY --bind z=y.npy", 2, "has no binding \"z\""),
    ("SAXPY --bind y=absent.npy", 2, "absent.npy: No such file"),
    ("SAXPY --bind y=text.npy", 2, "text.npy: it is no .npy file"),
    ("SAXPY --bind y=cut.npy", 2, "cut.npy: it is damaged"),
    (
        "SAXPY --bind y=long.npy",
        2,
        "it holds i8, and y: array<f32> takes f4",
    ),
    (
        "SAXPY --bind y=odd.bin",
        2,
        "no whole number of elements of 4 bytes",
    ),
    ("SAXPY --bind y=zeros:-1", 2, "LEN is a whole number"),
    (
        "SAXPY --bind y=y.npy --bind y=y.npy",
        2,
        "--bind y was given twice",
    ),
    ("SAXPY", 2, "no value was given for y"),
    ("SAXPY --bind y=y.npy --set a=1", 2, "given a value twice"),
    ("SAXPY --bind y=y.npy --set b=1", 2, "has no binding \"b\""),
    (
        "SAXPY --bind y=y.npy --set a.n=1",
        2,
        "there is no such member; there are: a",
    ),
    (
        "SAXPY --bind y=y.npy --set a=1,2",
        2,
        "f32 takes 1 numbers, 2 were given",
    ),
    (
        "SAXPY --bind y=y.npy --set a=1e39",
        2,
        "1e39 is out of the range of f32",
    ),
    (
        "SAXPY --bind y=y.npy --set a=two",
        2,
        "\"two\" is not a number",
    ),
    (
        "BLUR --set size.width=4.5",
        2,
        "\"4.5\" is not a whole number, which u32 takes",
    ),
    (
        "BLUR --set size.width=-4",
        2,
        "-4 is out of the range of u32, 0 to 4294967295",
    ),
    ("BLUR --set size=1,2", 2, "Size is not a number or vector"),
    (
        "BLUR --set size.width=4",
        2,
        "no value was given for size.height",
    ),
    ("TYPES --set params.table=1", 2, "is not a number or vector"),
    (
        "TYPES --bind pairs=zeros:1 --out pairs=p.npy",
        2,
        "is made of structs",
    ),
    (
        "SAXPY --bind y=y.npy --out y=y.txt",
        2,
        "has to end in .npy or .bin",
    ),
    (
        "SAXPY --bind y=y.npy --out x=x2.npy",
        2,
        "which the kernel can't write",
    ),
    (
        "SAXPY --bind y=y.npy --out y=absent/y.npy",
        2,
        "there is no folder absent",
    ),
    (
        "SAXPY --bind y=y.npy --out y=a.npy --out y=a.npy",
        2,
        "a.npy was given twice",
    ),
    ("SAXPY --out y=a.npy", 2, "give it a content too"),
    (
        "SAXPY --bind y=y.npy --report absent/r.json",
        2,
        "there is no folder absent",
    ),
    (
        "SAXPY --bind y=y.npy --distribute y=cut:1",
        2,
        "\"cut:1\" is no distribution",
    ),
    (
        "SAXPY --bind y=y.npy --distribute y=split:0",
        2,
        "zero elements",
    ),
    (
        "SAXPY --bind y=y.npy --distribute y=broadcast",
        2,
        "state split or reduce",
    ),
    (
        "SAXPY --bind y=y.npy --distribute a=split:1",
        2,
        "it is a uniform",
    ),
    (
        "SAXPY --bind y=y.npy --axis w",
        2,
        "is no axis: write x, y or z",
    ),
    (
        "SAXPY --bind y=y.npy --schedule fair",
        2,
        "write dynamic, even, weights:A,B,... or single:INDEX",
    ),
    (
        "SAXPY --bind y=y.npy --schedule single:99",
        2,
        "there is no device 99",
    ),
    (
        "SAXPY --bind y=y.npy --schedule weights:1,x",
        2,
        "\"x\" is not a number",
    ),
    ("SAXPY --bind y=y.npy --logical 0", 2, "0 is not in 1..=64"),
    (
        "SAXPY --bind y=y.npy --devices nothing-of-that-name",
        2,
        "matches no adapter",
    ),
    (
        "run large.wgsl --workgroups 1",
        1,
        "can't run on any of the devices",
    ),
    (
        "run scatter.wgsl --workgroups 64 --bind y=zeros:64 --distribute y=split:1 --devices 0 --logical 2",
        1,
        "outside the stated distribution",
    ),
];

#[test]
fn what_is_wrong_is_named() {
    let folder = Folder::new("wrong");
    saxpy_inputs(&folder);
    let short = [
        ("SAXPY", SAXPY),
        (
            "BLUR",
            "run blur.wgsl --invocations 8,8 --bind image=zeros:64 --bind blurred=zeros:64",
        ),
        ("TYPES", "run types.wgsl --workgroups 1 --bind out=zeros:1"),
    ];
    for (arguments, code, fragment) in WRONG {
        let (name, long) = *short
            .iter()
            .find(|(name, _)| arguments.starts_with(name))
            .unwrap_or(&("", ""));
        let ran = folder.polygpu(&arguments.replacen(name, long, 1));
        let error = ran.error();
        assert_eq!(ran.code, Some(*code), "{arguments}\n{error}");
        assert!(error.starts_with("error: "), "{arguments}\n{error}");
        assert!(error.contains(fragment), "{arguments}\n{error}");
        assert!(!error.contains("panicked"), "{arguments}\n{error}");
        assert_eq!(ran.stdout, "", "{arguments}");
    }
}
