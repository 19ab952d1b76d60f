//! What the fuzzer found and kept, and the library's own kernels, through the fuzzer's own checks: no panic, no hang.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

#[path = "../fuzz/src/bytes.rs"]
mod bytes;
#[path = "../fuzz/src/launch.rs"]
mod launch;
#[path = "../fuzz/src/wgsl.rs"]
mod wgsl;

use std::path::Path;

/// Files of a folder of the repository, in order.
fn each(folder: &str, check: fn(&[u8])) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    for path in &paths {
        // Shown where the check fails: then it is the last one.
        println!("{}", path.display());
        check(&std::fs::read(path).unwrap());
    }
    paths.len()
}

#[test]
fn kernels() {
    for folder in ["shaders", "fuzz/kept/wgsl"] {
        assert!(each(folder, wgsl::check) > 10, "{folder} is almost empty");
    }
}

#[test]
fn launches() {
    assert!(each("fuzz/kept/launch", launch::check) > 10);
}
