//! What the layout of the source promises: where wgpu is used, and how large files get.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

use std::path::{Path, PathBuf};

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

fn library() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path
            .strip_prefix(&root)
            .unwrap()
            .to_string_lossy()
            .into_owned();
        (name.replace('\\', "/"), text)
    };
    paths.into_iter().map(read).collect()
}

/// Planning, scheduling, analysis and rewriting are pure: no GPU object comes near them.
#[test]
fn wgpu_stays_in_its_modules() {
    let allowed = [
        "adapter/",
        "device/",
        "run/",
        "pipeline.rs",
        "error.rs",
        "lib.rs",
    ];
    for (name, text) in library() {
        if allowed.iter().any(|place| name.starts_with(place)) {
            continue;
        }
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split("//").next().unwrap_or_default();
            assert!(
                !code.contains("wgpu::"),
                "src/{name}:{number} uses wgpu: {line}"
            );
        }
    }
}

#[test]
fn files_stay_readable() {
    for (name, text) in library() {
        let is_test = name.contains("tests") || name.ends_with("canaries.rs");
        let lines = text.lines().count();
        assert!(
            is_test || lines <= 400,
            "src/{name} has {lines} lines: split it by idea"
        );
    }
}
