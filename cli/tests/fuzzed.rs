//! `.npy` files that the fuzzer found and kept, through its own check.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a part of the command's source; a panic is a failed test"
)]

#[path = "../src/arrays.rs"]
mod arrays;
#[path = "../../fuzz/src/npy.rs"]
mod check;
#[path = "../src/npy.rs"]
mod npy;

use std::path::Path;

#[test]
fn npy_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/kept/npy");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 10, "{folder:?} is almost empty");
    for path in &paths {
        // Shown where the check fails: then it is the last one.
        println!("{}", path.display());
        check::check(&std::fs::read(path).unwrap());
    }
}
