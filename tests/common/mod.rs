//! What the tests of the public interface share.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test uses a part, and a panic is a failed test"
)]

use std::process::Command;

use polygpu::{DeviceGroup, Error, Kernel};

/// All adapters of the machine, software ones too. Without any, a test has nothing to do: on a user's
/// machine that is said, in CI it is a failure.
pub fn group() -> Option<DeviceGroup> {
    match DeviceGroup::builder().allow_software(true).open() {
        Ok(group) => Some(group),
        Err(error @ Error::NoAdapter { .. }) => {
            assert!(std::env::var_os("CI").is_none(), "{error}");
            eprintln!("ignored: no adapter");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// A group of at least two devices: where there is one adapter, it is opened twice.
pub fn several() -> Option<DeviceGroup> {
    let group = group()?;
    if group.len() > 1 {
        return Some(group);
    }
    let twice = DeviceGroup::builder().allow_software(true);
    Some(twice.logical_devices(2).open().unwrap())
}

pub fn kernel(wgsl: &str) -> Kernel {
    Kernel::from_wgsl("test.wgsl", wgsl).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a test of this program, one that is ignored otherwise, in a process with other variables.
/// Gives what it printed.
pub fn child(test: &str, variables: &[(&str, &str)]) -> String {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program)
        .args(["--exact", "--ignored", "--nocapture", test])
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let text = format!("{stdout}{stderr}");
    assert!(output.status.success(), "{text}");
    assert!(stdout.contains("1 passed"), "there is no such test: {text}");
    text
}
