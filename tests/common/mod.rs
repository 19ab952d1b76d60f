//! What the integration tests share: the devices to run on.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "each test binary that includes this module uses its own part of it, and a panic is a failed test"
)]

use std::process::Command;

use polygpu::{Device, DeviceGroup, Kernel};

/// All devices, software too; `None` (and a line that says so) where there are none, which on the
/// rig and in CI is a failure.
pub fn group() -> Option<DeviceGroup> {
    match DeviceGroup::builder().allow_software(true).open() {
        Ok(group) => Some(group),
        Err(error) if on_rig() || std::env::var_os("CI").is_some() => panic!("{error}"),
        Err(error) => {
            println!("ignored: {error}");
            None
        }
    }
}

/// Whether the three software adapters were set up.
pub fn on_rig() -> bool {
    std::env::var_os("POLYGPU_RIG").is_some()
}

/// One device of each model: results of one model are bitwise the same.
pub fn models(group: &DeviceGroup) -> Vec<Device> {
    let mut models: Vec<Device> = Vec::new();
    for device in group.devices() {
        if !models.iter().any(|m| m.info().name == device.info().name) {
            models.push(device.clone());
        }
    }
    models
}

/// A group in which one device takes part `n` times: as many chunks under `Schedule::Even`.
pub fn times(device: &Device, n: usize) -> DeviceGroup {
    DeviceGroup::from_devices(vec![device.clone(); n]).unwrap()
}

/// The two lavapipes of the rig, or what is there of several devices of one model.
pub fn twins(group: &DeviceGroup) -> Option<DeviceGroup> {
    let first = group.devices().first()?;
    let twins: Vec<_> = (group.devices().iter())
        .filter(|d| d.info().name == first.info().name)
        .cloned()
        .collect();
    (twins.len() > 1).then(|| DeviceGroup::from_devices(twins).unwrap())
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
