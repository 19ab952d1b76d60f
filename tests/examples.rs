//! The examples run, and those that are about several devices use them without being told how.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a panic is a failed test"
)]

mod common;

use std::path::PathBuf;
use std::process::Command;

/// The examples that leave the split to the library, but for `asserted`, and the axis that it should cut.
const SPLIT: &[(&str, &str)] = &[
    ("asserted", "x"),
    ("blur", "y"),
    ("heat", "y"),
    ("histogram", "x"),
    ("mandelbrot", "y"),
    ("matmul", "y"),
    ("monte_carlo_pi", "x"),
    ("nbody", "x"),
    ("saxpy", "x"),
];

/// `cargo test` builds them beside the tests; with `--test` it does not.
fn program(name: &str) -> Option<PathBuf> {
    let tests = std::env::current_exe().unwrap();
    let program = tests.ancestors().nth(2)?.join("examples").join(name);
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    program.exists().then_some(program)
}

#[test]
fn every_example_uses_all_devices() {
    let Some(group) = common::group() else { return };
    let mut failures = Vec::new();
    for (name, axis) in SPLIT {
        let Some(program) = program(name) else {
            println!("ignored: {name} is not built");
            continue;
        };
        // Each example checks its own results, and fails where they are wrong.
        let output = Command::new(program).output().unwrap();
        let report = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            failures.push(format!(
                "{name}: {}",
                String::from_utf8_lossy(&output.stderr)
            ));
        } else if group.len() > 1 && !report.contains(&format!("cut along {axis}")) {
            failures.push(format!("{name} is not cut along {axis}:\n{report}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
