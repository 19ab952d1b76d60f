//! A folder with the kernels and arrays that the tests use, in which the command is run.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use npyz::{AutoSerialize, Deserialize, WriterBuilder as _};
use serde_json::Value;

/// A folder of this test's own, with the kernels that the tables use.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
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

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Runs the command here, with arguments separated by spaces.
    pub fn polygpu(&self, arguments: &str) -> Ran {
        self.polygpu_with(arguments, &[])
    }

    /// The same, with variables.
    pub fn polygpu_with(&self, arguments: &str, variables: &[(&str, &str)]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_polygpu"))
            .args(arguments.split_whitespace())
            .envs(variables.iter().copied())
            .current_dir(&self.0)
            // Where there is none, EGL prints an error of its own.
            .env("XDG_RUNTIME_DIR", &self.0)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran {
            code: output.status.code(),
            stdout: own_words(&text(&output.stdout)),
            stderr: text(&output.stderr),
        }
    }

    pub fn write<T: AutoSerialize>(&self, name: &str, shape: &[u64], data: Vec<T>) {
        let mut writer = npyz::WriteOptions::new()
            .default_dtype()
            .shape(shape)
            .writer(fs::File::create(self.path(name)).unwrap())
            .begin_nd()
            .unwrap();
        writer.extend(data).unwrap();
        writer.finish().unwrap();
    }

    pub fn read<T: Deserialize>(&self, name: &str) -> (Vec<u64>, Vec<T>) {
        let bytes = fs::read(self.path(name)).unwrap();
        let file = npyz::NpyFile::new(&bytes[..]).unwrap();
        (file.shape().to_vec(), file.into_vec().unwrap())
    }
}

pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    #[track_caller]
    pub fn succeeded(self) -> Self {
        assert_eq!(self.code, Some(0), "{}\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub fn json(self) -> Value {
        serde_json::from_str(&self.succeeded().stdout).unwrap()
    }

    /// The error, without the log before it.
    pub fn error(&self) -> &str {
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

pub const SAXPY: &str = "run saxpy.wgsl --invocations 1000 --bind x=x.npy --set a=3";

pub fn saxpy_inputs(folder: &Folder) {
    folder.write("x.npy", &[10, 100], (0..1000).map(|i| i as f32).collect());
    folder.write("y.npy", &[1000], vec![1f32; 1000]);
    folder.write("long.npy", &[1000], vec![1i64; 1000]);
    fs::write(folder.path("odd.bin"), [0; 4001]).unwrap();
    fs::write(folder.path("text.npy"), "not an array").unwrap();
    let whole = fs::read(folder.path("y.npy")).unwrap();
    fs::write(folder.path("cut.npy"), &whole[..whole.len() - 8]).unwrap();
}

/// Without the line by which the validation layer tells, on stdout of every process, where it writes (`make validate`).
fn own_words(stdout: &str) -> String {
    let layer = "Validation Layer Info - Logging validation error to ";
    let lines = stdout.split_inclusive('\n');
    lines.filter(|line| !line.starts_with(layer)).collect()
}
