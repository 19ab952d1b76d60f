//! The rewrite is right: every kernel of the corpus gives, whole and cut, what plain wgpu gives for the original, and
//! every kernel that leaves its bounds gives what its twin says.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

mod common;
mod corpus;

use corpus::{Axis, Binding, Cut, Dist, Op, Role, Row, plain};
use polygpu::{Device, DeviceGroup, Distribution, Kernel, ReduceOp, Schedule};

#[test]
fn rows_equal_plain_wgpu_whole_and_cut() {
    let Some(group) = common::group() else { return };
    let mut failures = Failures::default();
    let rows = corpus::rows();
    let mut cuts = 0;
    for device in common::models(&group) {
        for row in rows.iter().filter(|row| able(&device, row)) {
            let want = match plain::run(&device.wgpu(), &device.queue(), row) {
                Ok(want) => want,
                Err(why) => {
                    failures.push(row, &device, "plain wgpu", &why);
                    continue;
                }
            };
            cuts += check_row(row, &device, &group, &want, true, &mut failures);
        }
    }
    println!("{} rows, {cuts} cut launches", rows.len());
    assert!(cuts > 500, "only {cuts} cut launches ran");
    failures.check();
}

#[test]
fn out_of_bounds_has_one_meaning() {
    let Some(group) = common::group() else { return };
    let mut failures = Failures::default();
    for device in common::models(&group) {
        for row in corpus::oob_rows().iter().filter(|row| able(&device, row)) {
            let twin = row.twin.expect("a row out of bounds has a twin");
            let want = twin(&row.initial());
            check_row(row, &device, &group, &want, false, &mut failures);
        }
    }
    failures.check();
}

/// The row whole, and cut into 2, 3 and 7 chunks along each axis that allows it, on one device and on its twins.
fn check_row(
    row: &Row,
    device: &Device,
    group: &DeviceGroup,
    want: &[Vec<u8>],
    checked: bool,
    failures: &mut Failures,
) -> usize {
    let alone = common::times(device, 1);
    failures.compare(row, device, "whole", run(&alone, row, None, checked), want);
    let mut launches = 0;
    for cut in &row.cuts {
        for chunks in [2, 3, 7] {
            let devices = common::times(device, chunks);
            let got = run(&devices, row, Some(cut), checked);
            let how = format!("{chunks} chunks along {:?}", cut.axis);
            failures.compare(row, device, &how, got, want);
            launches += 1;
        }
        let twins = common::twins(group).filter(|t| t.devices()[0].name() == device.name());
        if let Some(twins) = twins {
            let how = format!("twins along {:?}", cut.axis);
            failures.compare(
                row,
                device,
                &how,
                run(&twins, row, Some(cut), checked),
                want,
            );
        }
    }
    launches
}

/// Runs a row and gives back the bytes of its outputs.
fn run(
    devices: &DeviceGroup,
    row: &Row,
    cut: Option<&Cut>,
    checked: bool,
) -> Result<Vec<Vec<u8>>, String> {
    let mut kernel = Kernel::from_file(row.path()).map_err(|e| e.to_string())?;
    if let Some(entry) = row.entry {
        kernel = kernel.entry(entry).map_err(|e| e.to_string())?;
    }
    let mut content = row.initial();
    let mut launch = devices.launch(&kernel).workgroups(row.workgroups);
    for (name, value) in &row.constants {
        launch = launch.constant(name, *value);
    }
    for (binding, bytes) in row.bindings.iter().zip(&mut content) {
        launch = if is_written(binding) {
            launch.bind_mut(binding.name, bytes)
        } else {
            launch.bind(binding.name, bytes)
        };
    }
    if let Some(cut) = cut {
        launch = launch.axis(axis(cut.axis)).schedule(Schedule::Even);
        for (name, dist) in &cut.distributions {
            launch = launch.distribute(name, distribution(*dist));
        }
        if !checked {
            launch = launch.trust_distribution();
        }
    }
    launch.run().map_err(|e| e.to_string())?;
    let outputs = row.bindings.iter().zip(content);
    Ok(outputs
        .filter(|(binding, _)| is_written(binding))
        .map(|(_, bytes)| bytes)
        .collect())
}

fn is_written(binding: &Binding) -> bool {
    matches!(binding.role, Role::Output | Role::InOut)
}

fn able(device: &Device, row: &Row) -> bool {
    device.wgpu().features().contains(plain::features(row))
}

fn axis(axis: Axis) -> polygpu::Axis {
    match axis {
        Axis::X => polygpu::Axis::X,
        Axis::Y => polygpu::Axis::Y,
        Axis::Z => polygpu::Axis::Z,
    }
}

fn distribution(dist: Dist) -> Distribution {
    let ratio = |n: u64, d: u64| (n as u32, d as u32);
    match dist {
        Dist::Split(n, d) => Distribution::split(ratio(n, d)),
        Dist::Halo(n, d, before, after) => {
            Distribution::halo(ratio(n, d), before as u32, after as u32)
        }
        Dist::Broadcast => Distribution::broadcast(),
        Dist::Reduce(Op::Sum) => Distribution::reduce(ReduceOp::Sum),
        Dist::Reduce(Op::Min) => Distribution::reduce(ReduceOp::Min),
        Dist::Reduce(Op::Max) => Distribution::reduce(ReduceOp::Max),
    }
}

#[derive(Default)]
struct Failures(Vec<String>);

impl Failures {
    fn push(&mut self, row: &Row, device: &Device, how: &str, why: &str) {
        self.0
            .push(format!("{} on {}, {how}: {why}", row.name(), device.name()));
    }

    fn compare(
        &mut self,
        row: &Row,
        device: &Device,
        how: &str,
        got: Result<Vec<Vec<u8>>, String>,
        want: &[Vec<u8>],
    ) {
        let got = match got {
            Ok(got) => got,
            Err(why) => return self.push(row, device, how, &why),
        };
        for (index, (got, want)) in got.iter().zip(want).enumerate() {
            if let Some(at) = (0..got.len().max(want.len())).find(|i| got.get(*i) != want.get(*i)) {
                let word = |bytes: &[u8]| bytes.get(at / 4 * 4..at / 4 * 4 + 4).map(<[u8]>::to_vec);
                let why = format!(
                    "output {index} differs at byte {at}: {:?}, not {:?}",
                    word(got),
                    word(want)
                );
                self.push(row, device, how, &why);
            }
        }
    }

    fn check(self) {
        let shown: Vec<_> = self.0.iter().take(40).cloned().collect();
        assert!(
            self.0.is_empty(),
            "{} failures:\n{}",
            self.0.len(),
            shown.join("\n")
        );
    }
}
